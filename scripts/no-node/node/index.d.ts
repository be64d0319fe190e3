/** Found in place of Node's types, which the payment provider's client asks for: they would bring Node's globals along. */
declare module 'node:none';
