package io.cambric.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.errors.ShapeException;
import org.junit.jupiter.api.Test;

class AxesTest {

  @Test
  void axes_are_a_value() {
    int[] numbers = {2, 0};
    var axes = Axes.of(numbers);
    numbers[0] = 5;

    assertThat(axes)
        .isEqualTo(Axes.of(2, 0))
        .hasSameHashCodeAs(Axes.of(2, 0))
        .hasToString("[2, 0]");
    assertThat(axes).isNotEqualTo(Axes.of(0, 2));
  }

  @Test
  void normalized_axes_count_from_the_first_and_ascend() {
    assertThat(Axes.of(-1, 0).normalized(3, "sum")).isEqualTo(Axes.of(0, 2));
  }

  @Test
  void an_axis_out_of_range_names_the_operation_and_the_rank() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Axes.of(0, -4).normalized(3, "sum"))
        .withMessage("sum needs an axis in [-3, 3) for an operand of rank 3, but got -4.");
  }

  @Test
  void an_axis_named_twice_is_refused_by_either_sign() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> Axes.of(2, -1).normalized(3, "sum"))
        .withMessage("sum needs each axis once, but got [2, -1].");
  }

  @Test
  void the_inverse_undoes_a_permutation() {
    assertThat(Axes.of(2, 0, 1).inverse()).isEqualTo(Axes.of(1, 2, 0));
  }

  @Test
  void axes_move_up_where_one_is_inserted_before_them() {
    assertThat(Axes.of(0, 1, 2).shiftedFrom(1)).isEqualTo(Axes.of(0, 2, 3));
    assertThat(Axes.of(0, 2, 4).countBelow(3)).isEqualTo(2);
  }

  @Test
  void lists_of_axes_are_created_concatenated_and_searched() {
    assertThat(Axes.range(1, 4)).isEqualTo(Axes.of(1, 2, 3));
    assertThat(Axes.filled(2, 7)).isEqualTo(Axes.of(7, 7));
    assertThat(Axes.of(1).concat(Axes.of(0))).isEqualTo(Axes.of(1, 0));
    assertThat(Axes.of(1, 0).insert(1, 5)).isEqualTo(Axes.of(1, 5, 0));
    assertThat(Axes.of(1).complement(3)).isEqualTo(Axes.of(0, 2));
    assertThat(Axes.of(4, 2).indexOf(2)).isEqualTo(1);
    assertThat(Axes.of(4, 2).indexOf(3)).isEqualTo(-1);
    assertThat(Axes.range(0, 3).isIdentity()).isTrue();
    assertThat(Axes.of(1, 0).isIdentity()).isFalse();
    assertThat(Axes.of(1, 1).all(1)).isTrue();
    assertThat(Axes.of(1, 2).all(1)).isFalse();
  }

  @Test
  void numbers_are_selected_by_position_and_sorted() {
    assertThat(Axes.of(4, 7, 5).select(Axes.of(2, 0))).isEqualTo(Axes.of(5, 4));
    assertThat(Axes.of(4, 7, 5).sorted()).isEqualTo(Axes.of(4, 5, 7));
  }
}
