package io.cambric.module;

import io.cambric.core.Array;
import io.cambric.scope.lift.BranchLift;
import io.cambric.scope.lift.RematScanLift;
import io.cambric.scope.lift.WhileLift;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import java.util.Arrays;
import java.util.List;

/** Loops and branches of functions of a module, and nested scans. */
final class LiftedControlFlow {

  private LiftedControlFlow() {}

  /**
   * {@return the function run in nested scans, all but the innermost checkpointed}
   *
   * @param function from a carry to the next one, of the running module
   * @param lengths iterations of each level, the outermost first
   */
  public static <C> Fn<C, C> rematScan(Fn<C, C> function, int... lengths) {
    return LiftedWrappers.lifted(nested(lengths), function);
  }

  /**
   * {@return the function run in nested scans, all but the innermost checkpointed}
   *
   * @param function from a module and a carry to the next carry
   * @param lengths iterations of each level, the outermost first
   */
  public static <M extends Module<?>, C> Fn2<M, C, C> rematScan(
      Fn2<M, C, C> function, int... lengths) {
    return LiftedWrappers.lifted(nested(lengths), function);
  }

  private static RematScanLift nested(int... lengths) {
    return RematScanLift.of(Arrays.stream(lengths).boxed().toList());
  }

  /** {@return the value for which the condition no longer holds; all variables are shared} */
  public static <M extends Module<?>, C> C whileLoop(
      Fn2<M, C, Array> condition, Fn2<M, C, C> body, M module, C init) {
    return whileLoop(WhileLift.NONE, condition, body, module, init);
  }

  /**
   * {@return the value for which the condition no longer holds}
   *
   * @param options of variables and of random streams
   */
  public static <M extends Module<?>, C> C whileLoop(
      WhileLift options, Fn2<M, C, Array> condition, Fn2<M, C, C> body, M module, C init) {
    return LiftedFunctions.<Object, C>of(
        module,
        init,
        List.of(condition, body),
        List.of(LiftedFunctions.body(condition), LiftedFunctions.body(body)),
        (scopes, functions, rest) ->
            options.<C>run(
                scopes,
                LiftedFunctions.<Array>typed(functions.get(0)),
                LiftedFunctions.<C>typed(functions.get(1)),
                LiftedFunctions.<C>at(rest, 0)));
  }

  /** {@return the result of one of two functions; variables that it writes are kept} */
  public static <M extends Module<?>, R> R cond(
      Array predicate, Fn<M, R> onTrue, Fn<M, R> onFalse, M module) {
    return BranchCall.all(module).cond(predicate, onTrue, onFalse);
  }

  /** {@return the result of one of two functions; variables that it writes are kept} */
  public static <M extends Module<?>, A, R> R cond(
      Array predicate, Fn2<M, A, R> onTrue, Fn2<M, A, R> onFalse, M module, A argument) {
    return BranchCall.all(module, argument).cond(predicate, onTrue, onFalse);
  }

  /** {@return the result of one of two functions; variables that it writes are kept} */
  public static <M extends Module<?>, A, B, R> R cond(
      Array predicate, Fn3<M, A, B, R> onTrue, Fn3<M, A, B, R> onFalse, M module, A a, B b) {
    return BranchCall.all(module, a, b).cond(predicate, onTrue, onFalse);
  }

  /**
   * {@return the result of one of two functions; variables that it writes are kept}
   *
   * @param options of variables and of random streams
   */
  public static <M extends Module<?>, A, R> R cond(
      BranchLift options,
      Array predicate,
      Fn2<M, A, R> onTrue,
      Fn2<M, A, R> onFalse,
      M module,
      A argument) {
    return BranchCall.of(options, module, argument).cond(predicate, onTrue, onFalse);
  }

  /**
   * {@return the result of one of several functions; variables that it writes are kept}
   *
   * @param index clamped into range
   */
  public static <M extends Module<?>, A, R> R switchCase(
      Array index, List<? extends Fn2<M, A, R>> branches, M module, A argument) {
    return BranchCall.all(module, argument).switchCase(index, branches);
  }

  /**
   * {@return the result of one of several functions; variables that it writes are kept}
   *
   * @param index clamped into range
   */
  public static <M extends Module<?>, A, B, R> R switchCase(
      Array index, List<? extends Fn3<M, A, B, R>> branches, M module, A a, B b) {
    return BranchCall.all(module, a, b).switchCase(index, branches);
  }

  /**
   * {@return the result of one of several functions; variables that it writes are kept}
   *
   * @param options of variables and of random streams
   * @param index clamped into range
   */
  public static <M extends Module<?>, A, R> R switchCase(
      BranchLift options,
      Array index,
      List<? extends Fn2<M, A, R>> branches,
      M module,
      A argument) {
    return BranchCall.of(options, module, argument).switchCase(index, branches);
  }
}
