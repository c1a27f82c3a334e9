package io.cambric.transform;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.scan;
import static io.cambric.transform.Transforms.vmap;
import static io.cambric.transform.Transforms.whileLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.NonFiniteException;
import io.cambric.testing.TestArrays;
import io.cambric.testing.UserCode;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** NaN checks: the first operation with a NaN is found and named. */
class DebugNansTest {

  private static final NdArray X = TestArrays.vector(1, 0, -1);

  /** {@return the message, with LINE for the number of the user's line} */
  private static String message(Supplier<?> body) {
    var exception = catchThrowableOfType(NonFiniteException.class, () -> Debug.nans(body));
    assertThat(exception).isNotNull();
    return exception.getMessage().replaceAll("UserCode\\.java:\\d+", "LINE");
  }

  @Test
  void an_eager_operation_is_named_with_shapes_line_and_place() {
    assertThat(message(() -> UserCode.log(X)))
        .isEqualTo(
            "log gave NaN in 1 of the 3 elements of f32[3], first at [2], at "
                + "UserCode.log(LINE). Its operands are f32[3]. Keep its operands where the "
                + "result is finite: apply where to the operands before it, not to the result.");
  }

  @Test
  void operands_that_had_nan_already_are_pointed_out() {
    assertThat(message(() -> X.add(TestArrays.vector(Float.NaN, 1, Float.NaN))))
        .contains("add gave NaN in 2 of the 3 elements of f32[3], first at [0]")
        .endsWith(
            "Its operands are f32[3], f32[3] with NaN already. An argument or a constant "
                + "brought that value in, and this is the first operation to read it: look "
                + "there.");
  }

  @Test
  void a_program_with_donated_or_prepacked_arguments_is_checked_and_gives_nothing_up() {
    var x = TestArrays.vector(1, 0, -1);

    for (var f : List.of(jit(UserCode::log).donate(0), jit(UserCode::log).prepack(0))) {
      assertThat(message(() -> f.apply(x))).startsWith("log gave NaN in 1 of the 3 elements");
      assertThat(x.isDonated()).isFalse();
    }
  }

  @Test
  void a_compiled_program_is_run_again_equation_by_equation() {
    var f = jit(x -> UserCode.log(x.mul(2)).sum());

    assertThat(message(() -> f.apply(X)))
        .startsWith(
            "log gave NaN in 1 of the 3 elements of f32[3], first at [2], at"
                + " UserCode.log(LINE). Its operands are f32[3].");
  }

  @Test
  void callbacks_are_not_called_again_in_the_search() {
    var calls = new ArrayList<String>();
    var f =
        jit(x -> {
          Debug.callback((Array value) -> calls.add("called"), x);
          return UserCode.log(x);
        });

    message(() -> f.apply(X));

    assertThat(calls).containsExactly("called");
  }

  @Test
  void a_program_is_looked_at_by_its_results_only() {
    var f = jit(x -> UserCode.rootOrZero(x));

    assertThat(Debug.nans(() -> f.apply(X)).toFloats()).containsExactly(1, 0, 0);
    assertThat(message(() -> UserCode.rootOrZero(X))).startsWith("sqrt gave NaN");
  }

  @Test
  void the_iteration_of_a_scan_is_named() {
    Fn2<Array, Array, Carry<Array, Array>> body =
        (carry, x) -> new Carry<>(carry.add(UserCode.log(x)), carry);
    var zero = TestArrays.scalar(0);
    var place = "at UserCode.log(LINE), in iteration 2 of scan.";

    assertThat(message(() -> scan(body, zero, X))).contains(place);
    assertThat(message(() -> jit(x -> scan(body, zero, x).carry()).apply(X))).contains(place);
  }

  @Test
  void the_iterations_of_loops_in_one_another_are_named_from_the_inside() {
    Fn2<Array, Array, Carry<Array, Array>> body =
        (carry, x) ->
            new Carry<>(
                whileLoop((Array c) -> c.gt(-3), (Array c) -> UserCode.log(c).sub(2), carry.add(x)),
                x);

    assertThat(message(() -> scan(body, TestArrays.scalar(0), TestArrays.vector(-5, 6))))
        .contains("log gave NaN")
        .contains("in iteration 1 of whileLoop, in iteration 1 of scan.");
  }

  @Test
  void a_branch_is_searched() {
    var f = jit(x -> cond(x.sum().gt(-1), (Array y) -> UserCode.log(y), (Array y) -> y, x));

    assertThat(message(() -> f.apply(X))).contains("at UserCode.log(LINE).");
  }

  @Test
  void the_backward_pass_is_named_with_the_line_of_the_forward_operation() {
    var place =
        "mul gave NaN in 1 of the 3 elements of f32[3], first at [1], at UserCode.rootOrZero(LINE),"
            + " in the backward pass of a gradient.";
    var x = TestArrays.vector(1, 0, 4);

    assertThat(message(() -> grad(y -> UserCode.rootOrZero(y).sum()).apply(x))).startsWith(place);
    assertThat(message(() -> jit(grad(y -> UserCode.rootOrZero(y).sum())).apply(x)))
        .startsWith(place);
    assertThat(message(() -> grad(jit(y -> UserCode.rootOrZero(y).sum())).apply(x)))
        .startsWith(place);
  }

  @Test
  void lanes_appear_in_the_shape() {
    assertThat(message(() -> vmap(x -> UserCode.log(x)).apply(X)))
        .startsWith("log gave NaN in 1 of the 3 elements of f32[3], first at [2]");
  }

  @Test
  void halves_and_doubles_are_looked_at_and_integers_are_not() {
    for (var dtype : new DType[] {DType.BF16, DType.F16, DType.F64}) {
      assertThat(message(() -> X.astype(dtype).log())).contains(dtype + "[3]");
    }
    assertThat(Debug.nans(() -> X.astype(DType.I32).neg()).toInts()).containsExactly(-1, 0, 1);
  }

  @Test
  void infinities_are_another_matter() {
    var zero = TestArrays.vector(0, 1);

    assertThat(Debug.nans(() -> zero.log()).toFloats()[0]).isInfinite();
    assertThatExceptionOfType(NonFiniteException.class)
        .isThrownBy(() -> Debug.infs(() -> zero.log()))
        .withMessageStartingWith(
            "log gave an infinity in 1 of the 2 elements of f32[2], first at [0]");
    assertThatExceptionOfType(NonFiniteException.class)
        .isThrownBy(() -> Debug.nans(() -> Debug.infs(() -> zero.log())));
  }

  @Test
  void nothing_is_checked_outside_of_the_scope() {
    Debug.nans(() -> X.neg());

    assertThat(X.log().toFloats()[2]).isNaN();
  }

  @Test
  void a_body_without_result_is_checked_too() {
    Runnable body = () -> X.log();

    assertThatExceptionOfType(NonFiniteException.class).isThrownBy(() -> Debug.nans(body));
    assertThatExceptionOfType(NonFiniteException.class)
        .isThrownBy(() -> Debug.infs(() -> TestArrays.vector(0).log()));
  }
}
