package io.cambric.numpy;

import static io.cambric.numpy.Numpy.arange;
import static io.cambric.numpy.Numpy.array;
import static io.cambric.numpy.Numpy.frompyfunc;
import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Functions made by frompyfunc; values are those of jnp.frompyfunc of jax 0.10.2. */
class UfuncTest {

  private static final Ufunc DOUBLED = frompyfunc((x, y) -> x.add(y.mul(2)), 0);
  private static final Ufunc DIFFERENCE = frompyfunc((x, y) -> x.sub(y));
  private static final Array X = arange(6).reshape(2, 3);

  @Test
  void call_broadcasts() {
    assertThat(DOUBLED.call(X, array(10, 20, 30)).toInts()).containsExactly(20, 41, 62, 23, 44, 65);
    assertThat(DOUBLED.outer(arange(2), X).shape()).isEqualTo(Shape.of(2, 2, 3));
    assertThat(DOUBLED.outer(arange(2), X).get(1).toInts()).containsExactly(1, 3, 5, 7, 9, 11);
  }

  @Test
  void reduce_begins_with_the_identity() {
    assertThat(DOUBLED.reduce(X).toInts()).containsExactly(6, 10, 14);
    assertThat(DOUBLED.reduce(X, 1).toInts()).containsExactly(6, 24);
    assertThat(DOUBLED.reduce(X, null, true, null, null).toString()).isEqualTo("i32[1,1] [[30]]");
    assertThat(DOUBLED.reduce(X, 1, false, scalar(5), null).toInts()).containsExactly(11, 29);
    assertThat(DOUBLED.reduce(X, 1, true, null, X.gt(1)).toString())
        .isEqualTo("i32[2,1] [[4], [24]]");
    assertThat(DOUBLED.reduce(zeros(0, 3)).toFloats()).containsExactly(0, 0, 0);
  }

  @Test
  void reduce_without_identity_begins_with_the_first_element() {
    assertThat(DIFFERENCE.reduce(array(10.0, 3.0, 2.0)).item()).isEqualTo(5);
    assertThat(frompyfunc((x, y) -> x.div(y)).reduce(array(8, 2, 2)).toString())
        .isEqualTo("f32[] 2.0");
  }

  @Test
  void reduce_names_what_it_lacks() {
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> DIFFERENCE.reduce(zeros(0, 3)))
        .withMessage(
            "reduce of no elements needs an identity of the function, or an initial value, but got f32[0,3]. Pass one.");
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> DIFFERENCE.reduce(X, 0, false, null, X.gt(1)))
        .withMessage(
            "reduce with a mask needs an identity of the function, or an initial value. Pass one.");
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() -> DOUBLED.reduce(X, 0, false, null, X))
        .withMessage("reduce needs a mask of bool, but got i32[2,3]. Compare it with 0.");
  }

  @Test
  void accumulate_keeps_each_step() {
    assertThat(DOUBLED.accumulate(X, 1).toInts()).containsExactly(0, 2, 6, 3, 11, 21);
    assertThat(frompyfunc((x, y) -> x.div(y)).accumulate(array(8, 2, 2)).toFloats())
        .containsExactly(8, 4, 2);
    assertThat(DIFFERENCE.accumulate(zeros(0)).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void at_goes_through_repeated_places_one_after_the_other() {
    assertThat(DOUBLED.at(zeros(Shape.of(3), DType.I32), array(0, 1, 0), array(1, 2, 3)).toInts())
        .containsExactly(8, 4, 0);
    var values = array(new double[][] {{1, 2}, {3, 4}});
    assertThat(DIFFERENCE.at(ones(2, 2), array(1, 1), values).ravel().toFloats())
        .containsExactly(1, 1, -3, -5);
    assertThat(DIFFERENCE.at(ones(3), array(2, 2), scalar(1.0)).toFloats())
        .containsExactly(1, 1, -1);
  }

  @Test
  void reduceat_reduces_pieces() {
    assertThat(DOUBLED.reduceat(arange(8), array(0, 4, 1, 5), 0).toInts())
        .containsExactly(12, 4, 19, 31);
    assertThat(DOUBLED.reduceat(X, array(0, 1), -1).toInts()).containsExactly(0, 5, 3, 14);
  }

  @Test
  void reductions_go_through_transformations() {
    var product = frompyfunc((x, y) -> x.mul(y), 1);
    var x = array(2.0, 3.0, 4.0);

    assertThat(Transforms.grad((Array v) -> product.reduce(v)).apply(x).toFloats())
        .containsExactly(12, 8, 6);
    assertThat(Transforms.jit((Array v) -> product.accumulate(v)).apply(x).toFloats())
        .containsExactly(2, 6, 24);
    assertThat(Transforms.vmap((Array v) -> DOUBLED.reduce(v)).apply(X).toInts())
        .containsExactly(6, 24);
  }
}
