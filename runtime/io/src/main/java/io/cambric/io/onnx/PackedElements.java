package io.cambric.io.onnx;

import java.nio.ByteBuffer;

/** Elements smaller than a byte; the first is in the low bits of a byte. */
final class PackedElements {

  private PackedElements() {}

  /** Copies packed elements to one byte each, without padding. */
  static void copy(ByteBuffer from, OnnxType type, ByteBuffer to) {
    if (!type.isPacked()) {
      to.put(from);
      return;
    }
    boolean signed = type == OnnxType.INT4 || type == OnnxType.INT2;
    int unused = Integer.SIZE - type.bits();
    while (from.hasRemaining()) {
      int packed = from.get();
      for (int bit = 0; bit < Byte.SIZE && to.hasRemaining(); bit += type.bits()) {
        int high = packed >>> bit << unused;
        to.put((byte) (signed ? high >> unused : high >>> unused));
      }
    }
  }
}
