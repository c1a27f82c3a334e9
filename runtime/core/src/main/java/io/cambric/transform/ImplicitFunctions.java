package io.cambric.transform;

import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;

/** Solutions of equations, differentiated through the equation instead of the solver. */
final class ImplicitFunctions {

  private ImplicitFunctions() {}

  /**
   * {@return the root of a function, {@code f(x) = 0}}
   *
   * <p>The derivative in the arrays that {@code f} captures is the derivative of the implicit
   * function, {@code x' = -(df/dx)^-1 f'}. The solver is not differentiated, and the guess has no
   * derivative.
   *
   * @param f from {@code x} to a tree of the same structure and types
   * @param initialGuess the first {@code x} of the solver
   * @param solve from {@code f} and the guess to the root
   * @param tangentSolve from a linear function {@code g} and {@code y} to the solution {@code x} of
   *     {@code g(x) = y}; linear in {@code y}
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.custom_root.html">lax.custom_root</a>
   */
  public static <A> A customRoot(
      Fn<A, A> f, A initialGuess, Fn2<Fn<A, A>, A, A> solve, Fn2<Fn<A, A>, A, A> tangentSolve) {
    return RootCall.run(f, initialGuess, solve, tangentSolve);
  }

  /**
   * {@return the solution of a linear equation, {@code matvec(x) = b}}
   *
   * <p>The derivatives in {@code b} and in the arrays that {@code matvec} captures are solutions of
   * linear equations, too. The solvers are not differentiated.
   *
   * @param matvec the linear function, with values of the structure and types of {@code b}
   * @param b the right-hand side
   * @param solve from {@code matvec} and a right-hand side to the solution
   * @param transposeSolve from the transpose of {@code matvec} and a right-hand side to the
   *     solution; needed for reverse differentiation
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.custom_linear_solve.html">lax.custom_linear_solve</a>
   */
  public static <A> A customLinearSolve(
      Fn<A, A> matvec, A b, Fn2<Fn<A, A>, A, A> solve, Fn2<Fn<A, A>, A, A> transposeSolve) {
    return LinearSolveCall.run(matvec, b, solve, transposeSolve, false);
  }

  /** {@return the solution of a linear equation, with forward derivatives only} */
  public static <A> A customLinearSolve(Fn<A, A> matvec, A b, Fn2<Fn<A, A>, A, A> solve) {
    return LinearSolveCall.run(matvec, b, solve, null, false);
  }

  /** {@return the solution of a linear equation with a {@code matvec} that is its own transpose} */
  public static <A> A customSymmetricSolve(Fn<A, A> matvec, A b, Fn2<Fn<A, A>, A, A> solve) {
    return LinearSolveCall.run(matvec, b, solve, null, true);
  }
}
