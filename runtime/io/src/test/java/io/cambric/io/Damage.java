package io.cambric.io;

import java.util.Arrays;
import java.util.Random;

/** Files with a few bytes changed, or cut. */
public final class Damage {

  private static final int MAX_BYTES = 4;

  private Damage() {}

  /** {@return a damaged copy} */
  public static byte[] of(byte[] file, Random random) {
    if (random.nextInt(4) == 0) {
      return Arrays.copyOf(file, random.nextInt(file.length + 1));
    }
    byte[] damaged = file.clone();
    for (int i = random.nextInt(MAX_BYTES); i >= 0; i--) {
      int at =
          random.nextInt(Math.min(damaged.length, random.nextBoolean() ? 128 : damaged.length));
      damaged[at] = (byte) random.nextInt();
    }
    return damaged;
  }
}
