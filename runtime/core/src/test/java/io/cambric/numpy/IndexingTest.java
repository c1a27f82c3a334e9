package io.cambric.numpy;

import static io.cambric.core.Index.all;
import static io.cambric.core.Index.at;
import static io.cambric.core.Index.ellipsis;
import static io.cambric.core.Index.from;
import static io.cambric.core.Index.newAxis;
import static io.cambric.core.Index.of;
import static io.cambric.core.Index.slice;
import static io.cambric.core.Index.step;
import static io.cambric.numpy.ArrayAssert.assertArray;
import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.core.Index;
import io.cambric.errors.ConcretizationException;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

class IndexingTest {

  private static final double NAN = Double.NaN;
  private static final Array CUBE = arange(24).reshape(2, 3, 4);
  private static final Array VECTOR = array(1f, 2f, 3f);

  @Test
  void ranges_go_forwards_and_backwards() {
    var x = arange(6);

    assertArray(x.get(slice(1, 4))).hasElements(1, 2, 3);
    assertArray(x.get(slice(-2, 100))).hasElements(4, 5);
    assertArray(x.get(slice(4, 1))).hasType("i32[0]");
    assertArray(x.get(step(-1))).hasElements(5, 4, 3, 2, 1, 0);
    assertArray(x.get(slice(4, null, -2))).hasElements(4, 2, 0);
    assertArray(x.get(slice(-2, 0, -3))).hasElements(4, 1);
    assertArray(x.get(slice(100, -100, -4))).hasElements(5, 1);
  }

  @Test
  void places_ellipses_and_new_axes_may_be_mixed() {
    assertArray(CUBE.get(at(1), ellipsis(), at(-1))).hasElements(15, 19, 23);
    assertArray(CUBE.get(from(1), newAxis(), ellipsis(), at(0))).hasType("i32[1,1,3]");
    assertArray(CUBE.get(newAxis(), at(0), all(), step(2))).hasType("i32[1,3,2]");
  }

  @Test
  void an_index_may_be_written_as_in_python() {
    assertArray(CUBE.get("1, ..., -1")).hasElements(15, 19, 23);
    assertArray(CUBE.get("0, ::-1, None, 1:3")).hasType("i32[3,1,2]");
    assertArray(CUBE.get("{}, 0, {}", array(0, 1), array(2, 3))).hasElements(2, 15);
    assertThat(Index.parse(" 1: , :, ::2 ")).containsExactly(from(1), all(), step(2));
  }

  @Test
  void a_text_that_is_no_index_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CUBE.get("0, a"))
        .withMessage(
            "The index \"0, a\" needs parts such as 1, -1, 1:3, ::2, None, ... or, for an "
                + "array, {}, but got \"a\".");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CUBE.get("{}, {}", array(0)))
        .withMessage(
            "The index \"{}, {}\" needs one array for each {}, but has 2 of them and got 1"
                + " arrays.");
  }

  @Test
  void arrays_side_by_side_leave_their_axes_where_they_were() {
    var i = array(0, 1, 2, 0);

    assertArray(CUBE.get(all(), of(i))).hasType("i32[2,4,4]");
    assertArray(CUBE.get(all(), of(i), of(i)))
        .hasType("i32[2,4]")
        .hasElements(0, 5, 10, 0, 12, 17, 22, 12);
    assertArray(CUBE.get(at(1), of(i))).hasType("i32[4,4]");
  }

  @Test
  void arrays_apart_put_their_axes_first() {
    var i = array(0, 1, 1);

    assertArray(CUBE.get(of(i), all(), of(i))).hasType("i32[3,3]");
    assertArray(CUBE.get(at(0), all(), of(i))).hasType("i32[3,3]");
    assertArray(CUBE.get(all(), of(i), newAxis(), of(i))).hasType("i32[3,2,1]");
  }

  @Test
  void arrays_broadcast_together() {
    var rows = array(new int[][] {{0}, {1}});

    assertArray(CUBE.get(rows, array(0, 2))).hasType("i32[2,2,4]");
    assertArray(CUBE.get(Numpy.ix(array(1), array(2, 0))))
        .hasType("i32[1,2,4]")
        .hasElements(20, 21, 22, 23, 12, 13, 14, 15);
  }

  @Test
  void masks_choose_where_they_are_true() {
    var mask = array(true, false, true);

    assertArray(VECTOR.get(mask)).hasElements(1, 3);
    assertArray(CUBE.get(all(), of(mask), at(0))).hasElements(0, 8, 12, 20);
    assertArray(CUBE.get(CUBE.gt(21))).hasElements(22, 23);
    assertArray(VECTOR.get(Numpy.scalar(1).gt(0))).hasType("f32[1,3]");
    assertArray(VECTOR.get(Numpy.scalar(1).lt(0))).hasType("f32[0,3]");
  }

  @Test
  void the_values_of_a_mask_must_be_known() {
    assertThatExceptionOfType(ConcretizationException.class)
        .isThrownBy(() -> Transforms.jit((Array x) -> x.get(x.gt(1))).apply(VECTOR))
        .withMessage(
            "An index of f32[3] needs a mask of known values, because they determine a "
                + "shape, but got a tracer bool[3]. Choose with where, or list the positions "
                + "with nonzero and a size.");
  }

  @Test
  void traced_scalars_are_moved_inside() {
    var at = Transforms.jit((Array i) -> CUBE.get(i, Numpy.scalar(1)));

    assertArray(at.apply(Numpy.scalar(1))).hasElements(16, 17, 18, 19);
    assertArray(at.apply(Numpy.scalar(9))).hasElements(16, 17, 18, 19);
    assertArray(at.apply(Numpy.scalar(-2))).hasElements(4, 5, 6, 7);
  }

  @Test
  void an_index_that_does_not_fit_is_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> VECTOR.get(all(), at(0)))
        .withMessage("An index of f32[3] takes parts for at most 1 axes, but got parts for 2.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CUBE.get(all(), at(-4)))
        .withMessage("An index of i32[2,3,4] needs positions in [-3, 3) along axis 1, but got -4.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CUBE.get(ellipsis(), at(0), ellipsis()))
        .withMessage("An index of i32[2,3,4] may have one ellipsis, but got more.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> VECTOR.get(step(0)))
        .withMessage("An index of f32[3] needs steps other than 0, but got a step of 0.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CUBE.get(array(true, false, true)))
        .withMessage(
            "An index of i32[2,3,4] needs a mask of shape [2] at axis 0, but got bool[3].");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> VECTOR.get(VECTOR))
        .withMessage(
            "An index of f32[3] needs arrays of integers or bools, but got f32[3]. Convert it with"
                + " astype(DType.I32).");
  }

  @Test
  void modes_say_what_places_outside_read_as() {
    var places = array(3, -1, -4, -5);

    assertArray(VECTOR.at(places).get()).hasElements(3, 3, 1, 1);
    assertArray(VECTOR.at(places).clip().get()).hasElements(3, 3, 1, 1);
    assertArray(VECTOR.at(places).fill().get()).hasElements(NAN, 3, NAN, NAN);
    assertArray(VECTOR.at(places).fill(-7).get()).hasElements(-7, 3, -7, -7);
    assertArray(VECTOR.at(places).wrap().get()).hasElements(1, 3, 3, 2);
    assertArray(VECTOR.at(7).fill().get()).hasElements(NAN);
    assertArray(VECTOR.at(7).clip().get()).hasElements(3);
  }

  @Test
  void updates_change_a_copy() {
    var x = Numpy.zeros(2, 3);

    assertArray(x.at(1).set(array(1f, 2f, 3f))).hasElements(0, 0, 0, 1, 2, 3);
    assertArray(x.at("::-1, 0").set(array(1f, 2f))).hasElements(2, 0, 0, 1, 0, 0);
    assertArray(x.at(all(), newAxis(), step(2)).add(1)).hasElements(1, 0, 1, 1, 0, 1);
    assertArray(x.at(array(0, 1), array(2, 0)).set(5)).hasElements(0, 0, 5, 5, 0, 0);
    assertArray(VECTOR.at(VECTOR.gt(1)).multiply(10)).hasElements(1, 20, 30);
    assertArray(x).hasElements(0, 0, 0, 0, 0, 0);
  }

  @Test
  void all_updates_of_one_place_count() {
    var twice = array(0, 0, 2);

    assertArray(VECTOR.at(twice).add(1)).hasElements(3, 2, 4);
    assertArray(VECTOR.at(twice).subtract(1)).hasElements(-1, 2, 2);
    assertArray(VECTOR.at(twice).multiply(2)).hasElements(4, 2, 6);
    assertArray(VECTOR.at(twice).divide(2)).hasElements(0.25, 2, 1.5);
    assertArray(VECTOR.at(twice).power(2)).hasElements(1, 2, 9);
    assertArray(VECTOR.at(twice).min(array(0f, -1f, 9f))).hasElements(-1, 2, 3);
    assertArray(VECTOR.at(twice).max(array(0f, 4f, 9f))).hasElements(4, 2, 9);
    assertArray(VECTOR.at(twice).set(array(7f, 8f, 9f))).hasElements(8, 2, 9);
    assertArray(VECTOR.at(twice).apply(x -> x.add(1))).hasElements(3, 2, 4);
  }

  @Test
  void a_function_is_applied_once_for_each_listing_in_programs_too() {
    var program = Transforms.jit((Array places) -> VECTOR.at(places).apply(x -> x.mul(2)));

    assertArray(program.apply(array(0, 0, 2))).hasElements(4, 2, 6);
    assertArray(program.apply(array(9, 1, -1))).hasElements(1, 4, 6);
  }

  @Test
  void a_function_of_a_part_has_derivatives() {
    var gradient = Transforms.grad((Array x) -> x.at(array(1, 1)).apply(v -> v.mul(v)).sum());

    assertArray(gradient.apply(VECTOR)).hasElements(1, 32, 1);
  }

  @Test
  void updates_outside_are_dropped_but_where_a_mode_says_otherwise() {
    var places = array(-5, 4);

    assertArray(VECTOR.at(places).add(1)).hasElements(1, 2, 3);
    assertArray(VECTOR.at(places).drop().add(1)).hasElements(1, 2, 3);
    assertArray(VECTOR.at(places).clip().add(1)).hasElements(2, 2, 4);
    assertArray(VECTOR.at(places).wrap().add(1)).hasElements(1, 4, 3);
  }

  @Test
  void updates_keep_the_dtype_of_the_array() {
    assertArray(arange(3).at(0).add(Numpy.scalar(1.5))).hasType("i32[3]").hasElements(1, 1, 2);
    assertArray(arange(3).at(0).divide(2)).hasType("f32[3]").hasElements(0, 1, 2);
  }

  @Test
  void values_that_do_not_broadcast_to_the_part_are_refused() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> CUBE.at(0).set(array(1, 2, 3)))
        .withMessage(
            "at(...).set of i32[2,3,4] needs values that broadcast to the part of shape [3, 4],"
                + " but got i32[3].");
  }

  @Test
  void the_last_update_of_a_place_has_the_gradient() {
    var places = array(0, 0);
    var ofUpdates = Transforms.grad((Array v) -> VECTOR.at(places).set(v).sum());
    var ofArray = Transforms.grad((Array x) -> x.at(places).set(9).sum());

    assertArray(ofUpdates.apply(array(5f, 6f))).hasElements(0, 1);
    assertArray(ofArray.apply(VECTOR)).hasElements(0, 1, 1);
  }

  @Test
  void numbers_of_an_index_text_may_be_longer_than_an_axis() {
    var x = arange(4);

    assertArray(x.get(":99999999999")).hasElements(0, 1, 2, 3);
    assertArray(x.get("-99999999999:2")).hasElements(0, 1);
    assertArray(x.get("99999999999:")).hasType("i32[0]");
    assertArray(x.get("::99999999999")).hasElements(0);
    assertArray(x.get("::-99999999999")).hasElements(3);
    assertArray(x.get(Index.step(Integer.MIN_VALUE))).hasElements(3);
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> x.get("99999999999"))
        .withMessage(
            "The index \"99999999999\" needs positions below 2^31, the limit of an axis, "
                + "but got 99999999999.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> x.get("1, -2147483649"))
        .withMessage(
            "The index \"1, -2147483649\" needs positions below 2^31, the limit of an axis, "
                + "but got -2147483649.");
  }
}
