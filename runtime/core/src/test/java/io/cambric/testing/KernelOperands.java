package io.cambric.testing;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.Operand;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random operands of kernels, and the places of their elements. */
public final class KernelOperands {

  private KernelOperands() {}

  /** {@return a buffer of random values: small numbers, with occasional extreme ones} */
  public static Buffer buffer(DType dtype, int length, Random random) {
    var buffer = Buffer.allocate(dtype, length);
    for (int i = 0; i < length; i++) {
      if (dtype.isFloating()) {
        buffer.setDouble(i, random.nextInt(20) == 0 ? extreme(random) : random.nextGaussian() * 3);
      } else if (dtype == DType.BOOL) {
        buffer.setDouble(i, random.nextInt(2));
      } else {
        long bits = random.nextLong();
        buffer.setLong(i, random.nextInt(4) == 0 ? bits : bits % 9);
      }
    }
    return buffer;
  }

  private static double extreme(Random random) {
    double[] values = {
      0.0,
      -0.0,
      1,
      -1,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      1e-40,
      -1e-40,
      1e30,
      -1e30,
      65504,
      0.5,
      2.5
    };
    return values[random.nextInt(values.length)];
  }

  /** {@return finite numbers in (-1/2, 1/2)} */
  public static float[] floats(int length, Random random) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  /**
   * {@return an operand over a new buffer, whose axes lie in random order, some reversed, with
   * gaps}
   *
   * @param broadcasts whether some axes may have stride 0, as inputs may
   */
  public static Operand operand(DType dtype, int[] dims, boolean broadcasts, Random random) {
    var order = Arrays.asList(IntStream.range(0, dims.length).boxed().toArray(Integer[]::new));
    if (random.nextBoolean()) {
      Collections.shuffle(order, random);
    }
    int[] strides = new int[dims.length];
    int length = 1;
    int offset = 0;
    for (int i = dims.length - 1; i >= 0; i--) {
      int d = order.get(i);
      if (broadcasts && random.nextInt(4) == 0) {
        continue;
      }
      boolean reversed = random.nextInt(5) == 0;
      strides[d] = reversed ? -length : length;
      offset += reversed ? length * (Math.max(1, dims[d]) - 1) : 0;
      length *= Math.max(1, dims[d]) + (random.nextInt(5) == 0 ? 1 : 0);
    }
    int before = random.nextInt(3);
    return new Operand(buffer(dtype, before + length, random), before + offset, strides);
  }

  /** {@return an operand of the same offset and strides over a copy of the elements} */
  public static Operand copy(Operand operand) {
    var buffer = operand.buffer();
    return new Operand(buffer.copyOf(0, buffer.length()), operand.offset(), operand.strides());
  }

  /** {@return all points of an iteration space} */
  public static List<int[]> points(int[] dims) {
    int count = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
    return IntStream.range(0, count).mapToObj(i -> point(dims, i)).toList();
  }

  private static int[] point(int[] dims, int number) {
    int[] point = new int[dims.length];
    int rest = number;
    for (int d = dims.length - 1; d >= 0; d--) {
      point[d] = rest % dims[d];
      rest /= dims[d];
    }
    return point;
  }

  /** {@return the position of the element of an operand at a point} */
  public static int position(Operand operand, int[] point) {
    int position = operand.offset();
    for (int d = 0; d < operand.strides().length; d++) {
      position += point[d] * operand.strides()[d];
    }
    return position;
  }

  /** {@return random sizes} */
  public static int[] dims(int rank, int largest, Random random) {
    return IntStream.range(0, rank).map(d -> 1 + random.nextInt(largest)).toArray();
  }

  /** {@return the bits of an element, all NaNs alike} */
  public static long bits(Buffer buffer, int i) {
    return switch (buffer.dtype()) {
      case F32, F64, BF16, F16 -> Double.doubleToLongBits(buffer.getDouble(i));
      default -> buffer.getLong(i);
    };
  }
}
