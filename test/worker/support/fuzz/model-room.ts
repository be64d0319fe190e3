export { RoomModel as ModelRoom } from '../../../support/room-model';
