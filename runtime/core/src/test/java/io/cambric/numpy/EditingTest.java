package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.lax.dims.GatherMode;
import io.cambric.numpy.option.Order;
import io.cambric.numpy.option.PadMode;
import io.cambric.numpy.option.ResizeMethod;
import io.cambric.transform.Transforms;
import java.util.List;
import org.junit.jupiter.api.Test;

class EditingTest {

  private static final Array MATRIX = arange(6).reshape(2, 3);

  @Test
  void elements_are_taken_out_and_put_in() {
    assertArray(Numpy.delete(MATRIX, -1, 1)).hasElements(0, 1, 3, 4);
    assertArray(Numpy.delete(arange(5), new int[] {0, 2, 0}, 0)).hasElements(1, 3, 4);
    assertArray(Numpy.insert(MATRIX, 1, Numpy.scalar(9), 1)).hasElements(0, 9, 1, 2, 3, 9, 4, 5);
    assertArray(Numpy.insert(arange(3), new int[] {3, 0, -1}, array(7, 8, 9), 0))
        .hasElements(8, 0, 1, 9, 2, 7);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.delete(MATRIX, 2, 0))
        .withMessage("delete of i32[2,3] along axis 0 needs positions in [-2, 2), but got 2.");
  }

  @Test
  void conditions_choose_elements() {
    assertArray(Numpy.compress(array(true, false), MATRIX, 0)).hasElements(0, 1, 2);
    assertArray(Numpy.extract(MATRIX.gt(3), MATRIX)).hasElements(4, 5);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.compress(array(true, false, true), MATRIX, 0))
        .withMessage(
            "compress of i32[2,3] along axis 0 needs a vector of at most 2 bools, but got bool[3].");
  }

  @Test
  void values_are_put_over_others() {
    assertArray(Numpy.putAlongAxis(MATRIX, array(new int[][] {{0}, {-1}}), Numpy.scalar(9), 1))
        .hasElements(9, 1, 2, 3, 4, 9);
    assertArray(Numpy.put(MATRIX, array(5, 0, 9), array(7, 8), GatherMode.FILL_OR_DROP))
        .hasElements(8, 1, 2, 3, 4, 7);
    assertArray(Numpy.place(MATRIX, MATRIX.gt(2), array(7, 8))).hasElements(0, 1, 2, 7, 8, 7);
    assertArray(Numpy.fillDiagonal(MATRIX, 9)).hasElements(9, 1, 2, 3, 9, 5);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.fillDiagonal(arange(3), 1))
        .withMessage(
            "fill_diagonal needs an array of two axes, or of more axes of equal size, but got i32[3].");
  }

  @Test
  void arrays_are_joined_in_blocks_and_brought_to_a_size() {
    var one = Numpy.ones(1, 1);
    var row = Numpy.zeros(1, 2);

    assertArray(Numpy.block(List.of(List.of(one, row), List.of(row, one))))
        .hasType("f32[2,3]")
        .hasElements(1, 0, 0, 0, 0, 1);
    assertArray(Numpy.resize(arange(3), Shape.of(2, 2))).hasElements(0, 1, 2, 0);
    assertArray(Numpy.trimZeros(array(0, 1, 0, 2, 0), true, true)).hasElements(1, 0, 2);
  }

  @Test
  void bits_are_packed_and_unpacked() {
    var bits = array(1, 0, 0, 0, 0, 0, 0, 1, 1);

    assertArray(Numpy.packbits(bits)).hasType("u8[2]").hasElements(129, 128);
    assertArray(Numpy.packbits(bits, 0, true)).hasElements(129, 1);
    assertArray(Numpy.unpackbits(Numpy.packbits(bits), 0, 9, false))
        .hasElements(1, 0, 0, 0, 0, 0, 0, 1, 1);
  }

  @Test
  void each_point_takes_its_own_choice() {
    var choices = List.of(array(1f, 2f, 3f), array(10f, 20f, 30f));
    var x = array(-1f, 0f, 2f);

    assertArray(Numpy.choose(array(1, 0, 9), choices, GatherMode.CLIP)).hasElements(10, 2, 30);
    assertArray(Numpy.choose(array(1, 0, 9), choices, GatherMode.WRAP)).hasElements(10, 2, 30);
    assertArray(Numpy.select(List.of(x.gt(1), x.ge(0)), choices, -1)).hasElements(-1, 20, 3);
    assertArray(Numpy.piecewise(x, List.of(x.lt(0), x.gt(1)), List.of(Array::neg, Array::square)))
        .hasElements(1, 0, 4);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.select(List.of(), List.of(), x))
        .withMessage(
            "select needs at least one condition, and one choice for each, but got 0 "
                + "conditions and 0 choices.");
  }

  @Test
  void a_function_is_mapped_along_an_axis() {
    var running = Numpy.applyAlongAxis(row -> Numpy.cumsum(row, 0), 1, MATRIX);

    assertArray(running).hasElements(0, 1, 3, 3, 7, 12);
    assertArray(Numpy.applyAlongAxis(Array::sum, 0, MATRIX)).hasElements(3, 5, 7);
  }

  @Test
  void slopes_are_central_differences() {
    var x = array(1f, 2f, 4f, 7f);

    assertArray(Numpy.gradient(x).getFirst()).hasElements(1, 1.5, 2.5, 3);
    assertArray(Numpy.gradient(x, array(0f, 1f, 3f, 6f), 0)).isNear(1e-6, 1, 1, 1, 1);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.gradient(x, array(0f, 1f), 0))
        .withMessage(
            "gradient of f32[4] along axis 0 needs at least two elements, and a scalar "
                + "spacing or one of 4 elements, but got f32[2].");
  }

  @Test
  void angles_are_continued_over_full_circles() {
    assertArray(Numpy.unwrap(array(0f, 3f, 6f, 1f), 8, 0)).hasElements(0, 3, 6, 9);
  }

  @Test
  void elements_are_repeated_as_often_as_traced_numbers_say() {
    var repeat = Transforms.jit((Array n) -> Numpy.repeat(array(5, 6, 7), n, 0, 4));

    assertArray(repeat.apply(array(2, 0, 1))).hasElements(5, 5, 7, 7);
    assertArray(repeat.apply(array(1, 4, 1))).hasElements(5, 6, 6, 6);
    assertArray(
            Transforms.jit((Array n) -> Numpy.roll(array(1, 2, 3), n, 0)).apply(Numpy.scalar(-1)))
        .hasElements(2, 3, 1);
  }

  @Test
  void elements_are_counted_in_the_order_of_columns_too() {
    assertArray(Numpy.reshape(MATRIX, Order.F, 3, -1)).hasElements(0, 4, 3, 2, 1, 5);
    assertArray(Numpy.ravel(MATRIX, Order.F)).hasElements(0, 3, 1, 4, 2, 5);
  }

  @Test
  void padding_continues_an_array_as_its_mode_says() {
    var x = array(1f, 2f, 4f);
    int[][] widths = {{2, 2}};

    assertArray(Numpy.pad(x, widths, PadMode.LINEAR_RAMP)).hasElements(0, 0.5, 1, 2, 4, 2, 0);
    assertArray(Numpy.pad(x, widths, PadMode.LINEAR_RAMP, new double[][] {{5, 8}}))
        .hasElements(5, 3, 1, 2, 4, 6, 8);
    assertArray(Numpy.pad(x, widths, PadMode.MAXIMUM)).hasElements(4, 4, 1, 2, 4, 4, 4);
    assertArray(Numpy.pad(x, widths, PadMode.MINIMUM)).hasElements(1, 1, 1, 2, 4, 1, 1);
    assertArray(Numpy.pad(x, widths, PadMode.MEDIAN)).hasElements(2, 2, 1, 2, 4, 2, 2);
    assertArray(Numpy.pad(x, widths, PadMode.REFLECT_ODD)).hasElements(-2, 0, 1, 2, 4, 6, 7);
    assertArray(Numpy.pad(x, widths, PadMode.SYMMETRIC_ODD)).hasElements(0, 1, 1, 2, 4, 4, 6);
    assertArray(Numpy.pad(x, widths, PadMode.EMPTY)).hasElements(0, 0, 1, 2, 4, 0, 0);
    assertArray(Numpy.pad(x, widths, PadMode.MEAN, new int[][] {{2, 1}}))
        .hasElements(1.5, 1.5, 1, 2, 4, 4, 4);
    assertArray(Numpy.pad(arange(2), new int[][] {{0, 1}}, PadMode.MEAN)).hasElements(0, 1, 0);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.pad(x, widths, PadMode.MEAN, new int[][] {{0, 1}}))
        .withMessage(
            "pad of f32[3] in mode MEAN needs lengths of at least 1 for its statistics, but got"
                + " [[0, 1]].");
  }

  @Test
  void rows_are_combined_by_segment() {
    var data = array(1f, 2f, 3f, 4f);
    var ids = array(0, 2, 0, 7);

    assertArray(Segments.segmentSum(data, ids, 3)).hasElements(4, 0, 2);
    assertArray(Segments.segmentProd(data, ids, 3)).hasElements(3, 1, 2);
    assertArray(Segments.segmentMax(data, ids, 3)).hasElements(3, Double.NEGATIVE_INFINITY, 2);
    assertArray(Segments.segmentMin(data.astype(DType.I32), ids, 3))
        .hasElements(1, Integer.MAX_VALUE, 2);
    assertArray(Segments.segmentSum(data, ids)).hasType("f32[8]");
    assertArray(Segments.segmentSum(data, array(-1, 0, 0, 0), 1)).hasElements(9);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Segments.segmentSum(data, array(0, 1), 2))
        .withMessage(
            "segment_sum needs an id for each row of the data and a number of segments that is not"
                + " negative, but got f32[4], i32[2] and 2.");
  }

  @Test
  void images_change_their_size() {
    var line = array(1f, 2f, 3f);

    assertArray(Image.resize(array(1f, 2f), Shape.of(4), ResizeMethod.LINEAR))
        .hasElements(1, 1.25, 1.75, 2);
    assertArray(Image.resize(line, Shape.of(5), ResizeMethod.NEAREST)).hasElements(1, 1, 2, 3, 3);
    assertArray(Image.resize(arange(4), Shape.of(2), ResizeMethod.LINEAR))
        .isNear(1e-6, 0.7142857, 2.2857144);
    assertThat(Image.resize(line, Shape.of(7), ResizeMethod.LANCZOS5).shape())
        .isEqualTo(Shape.of(7));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Image.resize(line, Shape.of(1, 2), ResizeMethod.CUBIC))
        .withMessage("resize needs a shape with the 1 axes of the image f32[3], but got [1, 2].");
  }

  @Test
  void images_are_stretched_and_moved() {
    var line = array(1f, 2f, 3f, 4f);
    var moved =
        Image.scaleAndTranslate(
            line, Shape.of(4), Axes.of(0), array(1f), array(1f), ResizeMethod.LINEAR, true);

    assertArray(moved).hasElements(0, 1, 2, 3);
  }

  @Test
  void reductions_start_with_a_number_and_leave_out_what_is_masked() {
    var mask = array(true, false, true);

    assertArray(Numpy.sum(MATRIX, Axes.of(1), false, 10, mask)).hasElements(12, 18);
    assertArray(Numpy.prod(MATRIX, Axes.of(1), true, 2, mask))
        .hasType("i32[2,1]")
        .hasElements(0, 30);
    assertArray(Numpy.min(MATRIX, Axes.of(1), false, 1, mask)).hasElements(0, 1);
    assertArray(Numpy.max(MATRIX, null, false, Double.NEGATIVE_INFINITY, null)).hasElements(5);
    assertArray(Numpy.all(MATRIX, Axes.of(0), false, array(new boolean[][] {{false}, {true}})))
        .hasElements(1, 1, 1);
  }
}
