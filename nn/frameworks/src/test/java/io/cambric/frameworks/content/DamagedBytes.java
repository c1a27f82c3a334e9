package io.cambric.frameworks.content;

import java.util.Arrays;
import java.util.Random;

/** Files with some bytes changed, taken out or cut. */
public final class DamagedBytes {

  private DamagedBytes() {}

  /** {@return a damaged copy} */
  public static byte[] of(byte[] file, Random random) {
    var content = file.clone();
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(content.length);
      switch (random.nextInt(8)) {
        case 0 -> content = Arrays.copyOf(content, Math.max(1, at));
        case 1 -> {
          var shorter = Arrays.copyOf(content, Math.max(1, content.length - 1));
          System.arraycopy(content, at + 1, shorter, at, content.length - 1 - at);
          content = shorter;
        }
        case 2, 3 -> content[at] = (byte) random.nextInt(4);
        default -> content[at] = (byte) random.nextInt();
      }
    }
    return content;
  }
}
