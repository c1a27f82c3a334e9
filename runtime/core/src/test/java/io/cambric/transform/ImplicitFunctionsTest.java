package io.cambric.transform;

import static io.cambric.transform.Transforms.customLinearSolve;
import static io.cambric.transform.Transforms.customRoot;
import static io.cambric.transform.Transforms.customSymmetricSolve;
import static io.cambric.transform.Transforms.foriLoop;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.jvp;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.MissingRuleException;
import io.cambric.errors.TreeStructureException;
import io.cambric.testing.TestArrays;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.Grads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ImplicitFunctionsTest {

  private static final NdArray ONE = TestArrays.scalar(1);
  private static final NdArray A = TestArrays.matrix(2, 2, 4, 1, 2, 3);
  private static final NdArray B = TestArrays.vector(1, 2);

  /** The square root of a, by a loop that could not be differentiated backwards. */
  private static Array root(Array a) {
    return customRoot(
        (Array x) -> x.mul(x).sub(a),
        (Array) ONE,
        (f, guess) ->
            foriLoop(
                NdArray.ofInts(io.cambric.array.Shape.of(), 0),
                NdArray.ofInts(io.cambric.array.Shape.of(), 60),
                (Array i, Array x) -> x.sub(f.apply(x).mul(0.2)),
                guess),
        (g, y) -> y.div(g.apply(ONE)));
  }

  @Test
  void a_root_is_differentiated_through_its_equation() {
    var two = TestArrays.scalar(2);

    assertThat(root(two).item()).isCloseTo(Math.sqrt(2), within(1e-6));
    for (var slope :
        List.of(
            grad(ImplicitFunctionsTest::root).apply(two),
            jit(grad((Array a) -> root(a))).apply(two),
            vmap(grad((Array a) -> root(a))).apply(two.reshape(1)).reshape(),
            jvp((Array a) -> root(a), (Array) two, ONE).tangent())) {
      assertThat(slope.item()).isCloseTo(0.5 / Math.sqrt(2), within(1e-6));
    }
    assertThat(grad(grad((Array a) -> root(a))).apply(two).item())
        .isCloseTo(-0.25 * Math.pow(2, -1.5), within(1e-5));
  }

  @Test
  void a_root_of_a_pytree_has_its_structure() {
    Fn<Array, Map<String, Array>> solution =
        a ->
            customRoot(
                (Map<String, Array> x) -> Map.of("x", x.get("x").mul(2).sub(a)),
                Map.of("x", (Array) ONE),
                (f, guess) -> Map.of("x", a.mul(0.5)),
                (g, y) -> Map.of("x", y.get("x").mul(0.5)));

    assertThat(grad((Array a) -> solution.apply(a).get("x")).apply(ONE).item()).isEqualTo(0.5);
    assertThatExceptionOfType(TreeStructureException.class)
        .isThrownBy(() ->
            grad((Array a) ->
                    customRoot(
                            (List<Array> x) -> List.of(),
                            List.of(a),
                            (f, guess) -> guess,
                            (g, y) -> y)
                        .getFirst())
                .apply(ONE))
        .withMessage(
            "customRoot with a value of its guess needs trees of equal structure, but at "
                + "\"/\" the guess has list(0: *) and the value has list(). Give both the same "
                + "keys, lengths and record types.");
  }

  /** By Cramer's rule. */
  private static Array solve(Array a, Array b) {
    var det = a.get(0, 0).mul(a.get(1, 1)).sub(a.get(0, 1).mul(a.get(1, 0)));
    var adjugate =
        io.cambric.numpy.Numpy.stack(
            io.cambric.numpy.Numpy.stack(a.get(1, 1), a.get(0, 1).neg()),
            io.cambric.numpy.Numpy.stack(a.get(1, 0).neg(), a.get(0, 0)));
    return adjugate.matmul(b).div(det);
  }

  private static Array implicit(Array a, Array b) {
    return customLinearSolve(
        (Array x) -> a.matmul(x), b, (f, y) -> solve(a, y), (f, y) -> solve(a.transpose(), y));
  }

  private static Array only(Grads grads) {
    return (Array) Objects.requireNonNull(grads.treeChildren().getFirst());
  }

  @Test
  void a_linear_solution_has_the_derivatives_of_a_differentiated_solver() {
    for (int argnum = 0; argnum < 2; argnum++) {
      int own = argnum;
      ArrayFn2 direct = (a, b) -> solve(a, b).mul(B).sum();
      ArrayFn2 equation = (a, b) -> implicit(a, b).mul(B).sum();
      var expected = only(grad(direct).argnums(own).apply(A, B)).toFloats();

      assertThat(implicit(A, B).toFloats()).containsExactly(solve(A, B).toFloats());
      assertThat(only(grad(equation).argnums(own).apply(A, B)).toFloats())
          .containsExactly(expected, within(1e-6f));
      assertThat(only(jit(grad(equation).argnums(own)).apply(A, B)).toFloats())
          .containsExactly(expected, within(1e-6f));
      assertThat(
              only(vmap(grad(equation).argnums(own)).apply(A.reshape(1, 2, 2), B.reshape(1, 2)))
                  .toFloats())
          .containsExactly(expected, within(1e-6f));
      ArrayFn second =
          x ->
              grad(own == 0 ? (y, z) -> equation.apply(y, B) : (y, z) -> equation.apply(A, y))
                  .apply(x, x)
                  .sum();
      ArrayFn secondDirect =
          x ->
              grad(own == 0 ? (y, z) -> direct.apply(y, B) : (y, z) -> direct.apply(A, y))
                  .apply(x, x)
                  .sum();
      var at = own == 0 ? A : B;
      assertThat(grad(second).apply(at).toFloats())
          .containsExactly(grad(secondDirect).apply(at).toFloats(), within(1e-5f));
    }
    assertThat(jvp((Array b) -> implicit(A, b), (Array) B, B).tangent().toFloats())
        .containsExactly(solve(A, B).toFloats(), within(1e-6f));
  }

  @Test
  void a_symmetric_system_is_its_own_transpose() {
    var symmetric = TestArrays.matrix(2, 2, 2, 1, 1, 3);
    ArrayFn solution =
        b ->
            customSymmetricSolve(
                (Array x) -> symmetric.matmul(x), b, (f, y) -> solve(symmetric, y));

    assertThat(grad((Array b) -> solution.apply(b).sum()).apply(B).toFloats())
        .containsExactly(
            grad((Array b) -> solve(symmetric, b).sum()).apply(B).toFloats(), within(1e-6f));
  }

  @Test
  void without_a_transposed_solver_there_is_no_reverse_derivative() {
    ArrayFn solution = b -> customLinearSolve((Array x) -> A.matmul(x), b, (f, y) -> solve(A, y));

    assertThat(jvp(solution, B, B).tangent().toFloats())
        .containsExactly(solve(A, B).toFloats(), within(1e-6f));
    assertThatExceptionOfType(MissingRuleException.class)
        .isThrownBy(() -> grad((Array b) -> solution.apply(b).sum()).apply(B))
        .withMessage(
            "Reverse-mode differentiation of customLinearSolve needs a solver of the "
                + "transposed system, but got none. Pass one, or declare the system symmetric.");
  }

  @Test
  void products_and_solutions_need_the_type_of_the_right_hand_side() {
    assertThatExceptionOfType(DTypeException.class)
        .isThrownBy(() ->
            grad((Array b) -> customLinearSolve((Array x) -> x.gt(0), b, (f, y) -> y).sum())
                .apply(B))
        .withMessage(
            "customLinearSolve needs each product in the shape and dtype of its right-hand side, but the"
                + " right-hand side is f32[2] and its product bool[2]. Convert it with astype.");
  }
}
