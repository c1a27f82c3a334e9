package io.cambric.frameworks.torch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Pieces of pickles, as Python writes them, and whole ones. */
final class PickleBytes {

  static final byte[] NONE = {'N'};
  static final byte[] TRUE = {(byte) 0x88};
  static final byte[] FALSE = {(byte) 0x89};

  private PickleBytes() {}

  /** {@return pieces one behind the other} */
  static byte[] join(byte[]... pieces) {
    var all = new ByteArrayOutputStream();
    for (var piece : pieces) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }

  /** {@return single bytes, such as opcodes} */
  static byte[] ops(int... bytes) {
    var all = new byte[bytes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return all;
  }

  /** {@return a pickle of protocol 2} */
  static byte[] pickle(byte[]... pieces) {
    return join(ops(0x80, 2), join(pieces), ops('.'));
  }

  static byte[] text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    var length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(utf8.length).array();
    return join(ops('X'), length, utf8);
  }

  static byte[] whole(int number) {
    return join(
        ops('J'), ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(number).array());
  }

  static byte[] real(double number) {
    return join(ops('G'), ByteBuffer.allocate(8).putDouble(number).array());
  }

  /** {@return a dictionary of alternating keys and values} */
  static byte[] dict(byte[]... items) {
    return join(ops('}', '('), join(items), ops('u'));
  }

  static byte[] list(byte[]... items) {
    return join(ops(']', '('), join(items), ops('e'));
  }

  static byte[] tuple(byte[]... items) {
    return join(ops('('), join(items), ops('t'));
  }

  static byte[] wholes(int... numbers) {
    var items = new byte[numbers.length][];
    for (int i = 0; i < numbers.length; i++) {
      items[i] = whole(numbers[i]);
    }
    return tuple(items);
  }

  static byte[] global(String module, String name) {
    return ("c" + module + "\n" + name + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static byte[] call(byte[] function, byte[]... arguments) {
    return join(function, tuple(arguments), ops('R'));
  }

  /** {@return a storage with one more part of its identifier, if there is one} */
  static byte[] storage(String kind, String key, int elements, byte[]... more) {
    return join(
        tuple(
            text("storage"),
            global("torch", kind + "Storage"),
            text(key),
            text("cpu"),
            whole(elements),
            join(more)),
        ops('Q'));
  }

  /** {@return a tensor that views a storage} */
  static byte[] tensor(byte[] storage, int offset, int[] sizes, int[] strides) {
    return call(
        global("torch._utils", "_rebuild_tensor_v2"),
        storage,
        whole(offset),
        wholes(sizes),
        wholes(strides),
        FALSE,
        call(global("collections", "OrderedDict")));
  }

  /** {@return the tensor of some floats in the storage with a key} */
  static byte[] floats(String key, int count) {
    return tensor(storage("Float", key, count), 0, new int[] {count}, new int[] {1});
  }
}
