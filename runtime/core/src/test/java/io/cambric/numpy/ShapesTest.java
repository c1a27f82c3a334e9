package io.cambric.numpy;

import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.option.PadMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapesTest {

  @Test
  void reshape_finds_the_size_that_is_left_out() {
    assertThat(arange(12).reshape(3, -1).shape()).isEqualTo(Shape.of(3, 4));
    assertThat(Numpy.zeros(0, 3).reshape(-1, 3).shape()).isEqualTo(Shape.of(0, 3));
    assertThat(Numpy.zeros(2, 0).reshape(0, 3).shape()).isEqualTo(Shape.of(0, 3));
  }

  @Test
  void reshape_refuses_sizes_that_do_not_fit() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> arange(12).reshape(5, -1))
        .withMessageStartingWith(
            "reshape of i32[12] needs sizes whose product is 12, at most one of them -1, but got"
                + " [5, -1].");
  }

  @Test
  void axes_move_and_swap() {
    var x = Numpy.zeros(2, 3, 4, 5);

    assertThat(Numpy.moveaxis(x, 0, -1).shape()).isEqualTo(Shape.of(3, 4, 5, 2));
    assertThat(Numpy.moveaxis(x, Axes.of(0, 1), Axes.of(-1, -2)).shape())
        .isEqualTo(Shape.of(4, 5, 3, 2));
    assertThat(Numpy.swapaxes(x, 1, -1).shape()).isEqualTo(Shape.of(2, 5, 4, 3));
    assertThat(x.transpose().shape()).isEqualTo(Shape.of(5, 4, 3, 2));
    assertThat(Numpy.expandDims(x, 0, -1).shape()).isEqualTo(Shape.of(1, 2, 3, 4, 5, 1));
    assertThat(Numpy.zeros(1, 3, 1).squeeze().shape()).isEqualTo(Shape.of(3));
  }

  @Test
  void squeeze_refuses_longer_axes() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Numpy.zeros(2, 1).squeeze(0))
        .withMessageStartingWith(
            "squeeze of f32[2,1] needs axes of size 1, but axis 0 has size 2. Reduce or index it"
                + " instead.");
  }

  @Test
  void arrays_are_joined_and_cut() {
    assertArray(Numpy.concatenate(array(1, 2), array(3.5f))).hasType("f32[3]");
    assertArray(Numpy.stack(List.of(array(1, 2), array(3, 4)), -1)).hasElements(1, 3, 2, 4);
    assertThat(Numpy.split(arange(12).reshape(3, 4), 2, 1))
        .extracting(part -> part.shape())
        .containsExactly(Shape.of(3, 2), Shape.of(3, 2));
    assertThat(Numpy.arraySplit(arange(8), 3, 0))
        .extracting(part -> part.size())
        .containsExactly(3, 3, 2);
    assertThat(Numpy.unstack(arange(6).reshape(2, 3), 0)).hasSize(2);
  }

  @Test
  void arrays_are_repeated_and_moved() {
    assertArray(Numpy.tile(array(1, 2), 2, 2)).hasType("i32[2,4]");
    assertArray(Numpy.repeat(array(1, 2), 2, 0)).hasElements(1, 1, 2, 2);
    assertArray(Numpy.repeat(array(1, 2), new int[] {0, 3}, 0)).hasElements(2, 2, 2);
    assertArray(Numpy.roll(array(1, 2, 3), 1)).hasElements(3, 1, 2);
    assertArray(Numpy.roll(array(1, 2, 3), -1, 0)).hasElements(2, 3, 1);
    assertArray(Numpy.flip(array(1, 2, 3))).hasElements(3, 2, 1);
    assertArray(Numpy.rot90(array(new int[][] {{1, 2}, {3, 4}}), 1, 0, 1)).hasElements(2, 4, 1, 3);
  }

  @ParameterizedTest
  @CsvSource({
    "WRAP, '2 3 1 2 3 1 2 3 1'",
    "REFLECT, '3 2 1 2 3 2 1 2 3'",
    "SYMMETRIC, '2 1 1 2 3 3 2 1 1'",
    "EDGE, '1 1 1 2 3 3 3 3 3'",
    "CONSTANT, '0 0 1 2 3 0 0 0 0'",
  })
  void padding_repeats_the_array_as_its_mode_says(PadMode mode, String expected) {
    var padded = Numpy.pad(array(1, 2, 3), new int[][] {{2, 4}}, mode);

    assertThat(padded.toInts())
        .containsExactly(
            java.util.Arrays.stream(expected.split(" ")).mapToInt(Integer::parseInt).toArray());
  }

  @Test
  void ranges_are_computed_in_their_dtype() {
    assertArray(arange(2, 8, 3)).hasType("i32[2]").hasElements(2, 5);
    assertArray(arange(0, 1, 0.25)).hasType("f32[4]").hasElements(0, .25, .5, .75);
    assertArray(Numpy.linspace(0, 1, 5)).hasElements(0, .25, .5, .75, 1);
    assertArray(Numpy.eye(2)).hasElements(1, 0, 0, 1);
  }
}
