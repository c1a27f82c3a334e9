package io.cambric.compile.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.Compiler;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.lax.Lax;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops that read concatenations, rolls and paddings piece by piece. */
class PieceLoopsTest {

  static LongStream seeds() {
    return Seeds.of(60);
  }

  private static NdArray array(long seed, int... dims) {
    return TestArrays.whole(Seeds.generator(seed), DType.F32, Shape.of(dims), 9);
  }

  /** {@return the text of a program that has the values of its equations one by one} */
  private static String checked(UnaryOperator<Array> function, NdArray x) {
    var jaxpr = Transforms.makeJaxpr((ArrayFn) function::apply, x);
    var program = Compiler.program(jaxpr);
    assertThat(TestArrays.exact(program.run(RunArguments.of(List.of(x)))))
        .as(program::toText)
        .isEqualTo(TestArrays.exact(jaxpr.eval(List.of(x))));
    return program.toText();
  }

  /** {@return the number of loops that only copy} */
  private static long copies(String text) {
    return text.lines().filter(line -> line.contains("{store v0}")).count();
  }

  private static long loops(String text) {
    return text.lines().filter(line -> line.contains(" = loop")).count();
  }

  private static Array neighbours(Array x) {
    return Numpy.roll(x, 1, 0)
        .add(Numpy.roll(x, -1, 0))
        .add(Numpy.roll(x, 1, 1))
        .add(Numpy.roll(x, -1, 1));
  }

  @Test
  void rolls_that_a_loop_reads_are_not_written() {
    var text = checked(PieceLoopsTest::neighbours, array(1, 80, 90));

    assertThat(copies(text)).isZero();
    assertThat(text).contains("loop[78, 88]");
  }

  @Test
  void a_padding_that_a_loop_reads_is_a_constant_outside_and_its_operand_inside() {
    var text =
        checked(
            x -> {
              var padded = Numpy.pad(x, new int[][] {{1, 1}, {2, 0}});
              return padded.get(":-2, 2:").add(padded.get("2:, :-2")).mul(x);
            },
            array(2, 200, 120));

    assertThat(text).doesNotContain(" = pad");
    assertThat(text).contains("loop[198, 118]");
  }

  @Test
  void a_roll_of_a_concatenation_is_read_from_the_first_pieces() {
    var text =
        checked(
            x -> {
              var whole = Numpy.concatenate(List.of(x, x.mul(2)), 0);
              return Numpy.roll(Numpy.concatenate(List.of(x, x), 0), 3, 1).add(whole);
            },
            array(3, 64, 100));

    assertThat(copies(text)).as(text).isEqualTo(1); // x, into the part before x * 2
  }

  @Test
  void an_array_that_a_product_reads_is_written() {
    var text =
        checked(
            x -> {
              var rolled = Numpy.roll(x, 1, 0);
              return rolled.matmul(x).add(rolled);
            },
            array(4, 80, 80));

    assertThat(copies(text)).isEqualTo(2);
  }

  @Test
  void a_small_array_is_written_since_calls_take_longer_than_copies() {
    var text = checked(PieceLoopsTest::neighbours, array(5, 8, 8));

    assertThat(copies(text)).isEqualTo(8);
    assertThat(loops(text)).isEqualTo(9);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void assembled_arrays_have_the_values_of_their_equations(long seed) {
    var random = new Random(seed);
    int rank = random.nextInt(1, 4);
    int[] dims = new int[rank];
    int size = 1;
    for (int axis = rank - 1; axis >= 0; axis--) {
      int most = axis == 0 ? 12000 / size : axis == rank - 1 ? 90 : 12;
      dims[axis] = random.nextInt(1, 1 + Math.max(1, most));
      size *= dims[axis];
    }
    checked(
        x -> {
          var read = new ArrayList<Array>(List.of(x));
          for (int i = 0; i < 3; i++) {
            read.add(assembled(read.get(random.nextInt(read.size())), random));
          }
          var sum = x.mul(3);
          for (var each : read) {
            sum = sum.add(part(each, x.shape(), random));
          }
          return sum;
        },
        array(seed, dims));
  }

  /** {@return a roll, a padding, a concatenation or a transposed copy} */
  private static Array assembled(Array x, Random random) {
    int rank = x.rank();
    int axis = random.nextInt(rank);
    return switch (random.nextInt(4)) {
      case 0 -> Numpy.roll(x, random.nextInt(-3, 4), axis);
      case 1 -> {
        int[] low = random.ints(rank, -1, 3).toArray();
        int[] high =
            IntStream.range(0, rank).map(d -> random.nextInt(2) + Math.max(0, -low[d])).toArray();
        yield Lax.pad(x, Numpy.scalar(7.0), Axes.of(low), Axes.of(high), Axes.of(new int[rank]));
      }
      case 2 -> Numpy.concatenate(List.of(x, Numpy.flip(x, axis), x), axis);
      default -> {
        var sizes = Arrays.copyOf(x.shape().toArray(), rank);
        sizes[axis] = 2;
        yield Numpy.concatenate(List.of(x, Numpy.full(Shape.of(sizes), 5.0)), axis);
      }
    };
  }

  /** {@return a part of an array with this shape, from a place that it has} */
  private static Array part(Array x, Shape shape, Random random) {
    int[] start = new int[shape.rank()];
    int[] end = new int[shape.rank()];
    for (int axis = 0; axis < start.length; axis++) {
      int room = x.dim(axis) - shape.dim(axis);
      start[axis] = room > 0 ? random.nextInt(room + 1) : 0;
      end[axis] = start[axis] + shape.dim(axis);
    }
    return Lax.slice(x, Axes.of(start), Axes.of(end), Axes.filled(start.length, 1));
  }
}
