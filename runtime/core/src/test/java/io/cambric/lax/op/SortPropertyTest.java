package io.cambric.lax.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.kernel.thread.Threads;
import io.cambric.testing.Seeds;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorted lines of every dtype agree, bit for bit, with a stable sort of positions. */
class SortPropertyTest {

  /** Bits of NaN with either sign and a payload. */
  private static final long[] F64_NANS = {0x7FF8000000000000L, 0xFFF8000000000123L};

  private static final int[] F32_NANS = {0x7FC00000, 0xFFC01234};
  private static final short[] BF16_NANS = {(short) 0x7FC0, (short) 0xFFC1};
  private static final short[] F16_NANS = {(short) 0x7E00, (short) 0xFE01};

  static LongStream seeds() {
    return Seeds.of(100);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void lines_alone_and_with_others_are_sorted_stably(long seed) {
    var random = Seeds.generator(seed);
    var shape = shape(random);
    int axis = random.nextInt(shape.rank());
    for (var dtype : DType.values()) {
      var x = numbers(random, dtype, shape);
      var others = numbers(random, DType.I32, shape);
      int[] places = places(x, axis);
      var expected = at(x, places);

      assertBits(IndexOps.sort(x, axis), expected);
      var both = IndexOps.sortKeyVal(x, others, axis);
      assertBits(both.get(0), expected);
      assertBits(both.get(1), at(others, places));
      var ofThree = IndexOps.sort(List.of(ShapeOps.zeros(x.aval()), x, others), axis, 2);
      assertBits(ofThree.get(1), expected);
      assertBits(ofThree.get(2), at(others, places));
      Threads.with(3, () -> assertBits(IndexOps.sort(x, axis), expected));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void the_largest_elements_descend_and_equal_ones_keep_their_order(long seed) {
    var random = Seeds.generator(seed);
    int rows = random.nextInt(1, 4);
    int length = random.nextInt(1, random.nextBoolean() ? 20 : 600);
    int k = random.nextInt(random.nextBoolean() ? Math.min(4, length) : length) + 1;
    for (var dtype : DType.values()) {
      var x = numbers(random, dtype, Shape.of(rows, length));

      var largest = IndexOps.topK(x, k);

      int[] places = new int[rows * k];
      for (int row = 0; row < rows; row++) {
        int start = row * length;
        int[] order = order(length, (i, j) -> compare(x, start + j, start + i)).toArray();
        for (int i = 0; i < k; i++) {
          places[row * k + i] = order[i];
        }
      }
      assertThat(largest.get(1).toInts()).as(dtype.toString()).isEqualTo(places);
      for (int i = 0; i < places.length; i++) {
        places[i] += i / k * length;
      }
      assertBits(largest.get(0), at(x, places));
    }
  }

  private static Shape shape(RandomGenerator random) {
    int length = random.nextInt(1, random.nextBoolean() ? 12 : 300);
    return switch (random.nextInt(3)) {
      case 0 -> Shape.of(length);
      case 1 -> Shape.of(random.nextInt(1, 5), length);
      default -> Shape.of(random.nextInt(1, 4), length, random.nextInt(1, 4));
    };
  }

  /** {@return for each element of the result its place in the operand} */
  private static int[] places(NdArray x, int axis) {
    int length = x.dim(axis);
    int stride = x.shape().strides()[axis];
    int[] places = new int[x.size()];
    for (int line = 0; line < x.size() / length; line++) {
      int start = line / stride * stride * length + line % stride;
      int[] order =
          order(length, (i, j) -> compare(x, start + i * stride, start + j * stride)).toArray();
      for (int i = 0; i < length; i++) {
        places[start + i * stride] = start + order[i] * stride;
      }
    }
    return places;
  }

  private static IntStream order(int length, Comparator<Integer> comparator) {
    return IntStream.range(0, length).boxed().sorted(comparator).mapToInt(i -> i);
  }

  private static int compare(NdArray x, int i, int j) {
    if (x.dtype() == DType.U64) {
      return Long.compareUnsigned(x.getLong(i), x.getLong(j));
    }
    return x.dtype().isFloating()
        // Adding 0 makes -0 positive; NaN is the largest double.
        ? Double.compare(x.getDouble(i) + 0.0, x.getDouble(j) + 0.0)
        : Long.compare(x.getLong(i), x.getLong(j));
  }

  private static Buffer at(NdArray x, int[] places) {
    var result = Buffer.allocate(x.dtype(), places.length);
    for (int i = 0; i < places.length; i++) {
      result.copyFrom(i, x.buffer(), x.offset() + places[i], 1);
    }
    return result;
  }

  /** Numbers with ties: some near each other, some of all bits, zeros and NaN of both signs. */
  private static NdArray numbers(RandomGenerator random, DType dtype, Shape shape) {
    var buffer = Buffer.allocate(dtype, shape.size());
    int kinds = random.nextInt(1, 5);
    for (int i = 0; i < buffer.length(); i++) {
      switch (random.nextInt(kinds)) {
        case 0 -> buffer.setLong(i, random.nextLong() >> random.nextInt(60));
        case 1 -> buffer.setLong(i, random.nextInt(3));
        case 2 -> buffer.setDouble(i, dtype.isFloating() ? -0.0 : 0);
        default -> setNan(buffer, i, random.nextInt(2));
      }
    }
    return NdArray.of(new ShapedArray(shape, dtype), buffer);
  }

  private static void setNan(Buffer buffer, int i, int which) {
    switch (buffer.dtype()) {
      case F64 -> buffer.doubles()[i] = Double.longBitsToDouble(F64_NANS[which]);
      case F32 -> buffer.floats()[i] = Float.intBitsToFloat(F32_NANS[which]);
      case BF16 -> buffer.shorts()[i] = BF16_NANS[which];
      case F16 -> buffer.shorts()[i] = F16_NANS[which];
      default -> buffer.setLong(i, which);
    }
  }

  private static void assertBits(Array actual, Buffer expected) {
    var found = actual.concrete("the test");
    for (int i = 0; i < expected.length(); i++) {
      assertThat(bits(found.buffer(), found.offset() + i))
          .as("element %d of %s", i, found.aval())
          .isEqualTo(bits(expected, i));
    }
  }

  private static long bits(Buffer buffer, int i) {
    return switch (buffer.storage()) {
      case float[] x -> Float.floatToRawIntBits(x[i]);
      case double[] x -> Double.doubleToRawLongBits(x[i]);
      case int[] x -> x[i];
      case long[] x -> x[i];
      case short[] x -> x[i];
      case byte[] x -> x[i];
      default -> throw new AssertionError(buffer);
    };
  }
}
