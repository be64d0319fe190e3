export const areaDialogsTexts = {
  areaDialogs: {
    addTitle: 'Add New Area',
    name: 'Area Name',
    namePlaceholder: 'e.g., Main Stage',
    capacity: 'Capacity',
    capacityPlaceholder: 'e.g., 500',
    wholeNumbers: 'Whole numbers only.',
    create: 'Create Area',
    creating: 'Creating...',
    createFailed: 'Failed to create area.',
    rename: 'Rename Area',
    changeCapacity: 'Change Capacity',
    recount: 'Correct Count',
    reset: 'Reset Occupancy',
    resetConfirm: 'Reset Occupancy',
    resetWarning: (occupancy: string) =>
      `This sets the count from ${occupancy} to 0 on every device. Total ins stay as they are.`,
    resetAtZero: 'This area is already at 0. Total ins stay as they are.',
    delete: 'Delete Area',
    deleteWarning: 'This action is permanent and cannot be undone. The area and its counts will be lost.',
    deleteFailed: (message: string) => `Failed to delete area: ${message}`,
  },
} as const;
