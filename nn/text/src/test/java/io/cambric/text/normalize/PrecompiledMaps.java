package io.cambric.text.normalize;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Maps of characters of one entry. */
final class PrecompiledMaps {

  private static final int UNITS = 256;

  private PrecompiledMaps() {}

  /**
   * {@return a map in Base64}
   *
   * <p>The root has the offset 0, so that the node of a byte is at its number. That node has a leaf
   * at the distance of its offset, 1, which holds the place of the text, 0.
   */
  static String of(char key, String replacement) {
    var text = replacement.getBytes(StandardCharsets.UTF_8);
    var bytes = ByteBuffer.allocate(4 + 4 * UNITS + text.length + 1).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(4 * UNITS);
    for (int i = 0; i < UNITS; i++) {
      bytes.putInt(i == key ? 1 << 10 | 1 << 8 | key : i == (key ^ 1) ? 1 << 31 : 0);
    }
    bytes.put(text).put((byte) 0);
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
