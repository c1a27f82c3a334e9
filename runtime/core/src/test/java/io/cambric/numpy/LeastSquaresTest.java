package io.cambric.numpy;

import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.testing.Seeds;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Least squares by QR where the rank is full, compared with the pseudo-inverse. */
class LeastSquaresTest {

  private static final Array FULL = normal("full", 9, 5);
  private static final Array DEFICIENT = normal("left", 9, 2).matmul(normal("right", 2, 5));
  private static final Array B = normal("b", 9, 2);

  private static Array normal(String name, int... shape) {
    return TestArrays.normal(Seeds.generator(Seeds.ofTest(name)), DType.F64, Shape.of(shape));
  }

  private static void assertNear(Array actual, Array expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    assertThat(TestArrays.doubles(actual))
        .containsExactly(TestArrays.doubles(expected), within(1e-9));
  }

  @Test
  void the_solution_is_that_of_the_pseudo_inverse_for_any_rank() {
    for (var a : List.of(FULL, DEFICIENT, FULL.transpose(), normal("square", 5, 5))) {
      var b = B.slice(0, 0, a.dim(0));
      var result = Linalg.lstsq(a, b);
      assertNear(result.x(), Linalg.pinv(a).matmul(b));
      assertNear(result.s(), Linalg.svdvals(a));
      assertNear(result.residuals(), a.matmul(result.x()).sub(b).square().sum(0));
    }
    assertThat(Linalg.lstsq(FULL, B).rank()).hasToString("i32[] 5");
    assertThat(Linalg.lstsq(DEFICIENT, B).rank()).hasToString("i32[] 2");
  }

  @Test
  void singular_values_below_the_cutoff_count_as_zero() {
    var s = TestArrays.doubles(Linalg.svdvals(FULL));
    double cutoff = (s[2] + s[3]) / 2 / s[0];
    var result = Linalg.lstsq(FULL, B, cutoff);
    assertThat(result.rank()).hasToString("i32[] 3");
    assertNear(result.x(), Linalg.pinv(FULL, cutoff).matmul(B));
  }

  @Test
  void derivatives_are_those_of_the_pseudo_inverse() {
    ArrayFn ofMatrix = a -> Linalg.lstsq(a, B).x().sin().sum();
    ArrayFn expected = a -> Linalg.pinv(a).matmul(B).sin().sum();
    assertNear(grad(ofMatrix).apply(FULL), grad(expected).apply(FULL));
    assertNear(jit(grad(ofMatrix)).apply(FULL), grad(expected).apply(FULL));
    ArrayFn twice = a -> grad(ofMatrix).apply(a).square().sum();
    ArrayFn expectedTwice = a -> grad(expected).apply(a).square().sum();
    assertNear(grad(twice).apply(FULL), grad(expectedTwice).apply(FULL));
    ArrayFn ofRight = b -> Linalg.lstsq(FULL, b).x().sin().sum();
    ArrayFn expectedRight = b -> Linalg.pinv(FULL).matmul(b).sin().sum();
    assertNear(grad(ofRight).apply(B), grad(expectedRight).apply(B));
  }

  @Test
  void a_deficient_matrix_of_a_batch_leaves_the_derivatives_of_the_others_finite() {
    var both = Numpy.stack(List.of(FULL, DEFICIENT), 0);
    ArrayFn solution = a -> Linalg.lstsq(a, B).x();
    assertNear(vmap(solution).apply(both).get(1), solution.apply(DEFICIENT));
    ArrayFn sum = a -> vmap(solution).apply(a).get(0).sum();
    ArrayFn one = a -> solution.apply(a).sum();
    assertNear(grad(sum).apply(both).get(0), grad(one).apply(FULL));
  }
}
