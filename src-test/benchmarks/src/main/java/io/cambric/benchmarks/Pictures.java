package io.cambric.benchmarks;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.io.image.Png;
import java.util.Random;

/** Pictures for benchmarks: a gradient of colours with some noise, as photographs have. */
final class Pictures {

  private static final int CHANNELS = 3;
  private static final int NOISE = 16;

  private Pictures() {}

  /** {@return a square picture of a size, as a PNG file} */
  static byte[] png(int seed, int size) {
    var random = new Random(seed);
    var pixels = new byte[size * size * CHANNELS];
    for (int i = 0; i < pixels.length; i++) {
      int along = i % CHANNELS == 0 ? i / CHANNELS % size : i / CHANNELS / size;
      pixels[i] = (byte) (along * (256 - NOISE) / size + random.nextInt(NOISE));
    }
    var aval = new ShapedArray(Shape.of(size, size, CHANNELS), DType.U8);
    return Png.encode(NdArray.of(aval, Buffer.wrap(DType.U8, pixels)));
  }
}
