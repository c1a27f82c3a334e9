package io.cambric.module;

import io.cambric.scope.lift.FoldRngsLift;
import io.cambric.scope.lift.JitLift;
import io.cambric.scope.lift.Lifting;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.ShardLift;
import io.cambric.scope.lift.VmapLift;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.function.Fn3;
import io.cambric.transform.function.Fn4;
import java.util.Arrays;
import java.util.Collections;
import java.util.function.UnaryOperator;

/**
 * The lifted transformations of {@link Lift} that map a function to a function, for each number of
 * arguments.
 */
abstract class FunctionLifts {

  FunctionLifts() {}

  /** {@return the function mapped over axes of arguments, variables and results} */
  public static <A, R> Fn<A, R> vmap(UnaryOperator<VmapLift> options, Fn<A, R> function) {
    return lifted(options.apply(VmapLift.NONE), function);
  }

  /** {@return the function mapped over axes of arguments, variables and results} */
  public static <A, B, R> Fn2<A, B, R> vmap(
      UnaryOperator<VmapLift> options, Fn2<A, B, R> function) {
    return lifted(options.apply(VmapLift.NONE), function);
  }

  /** {@return the function mapped over axes of arguments, variables and results} */
  public static <A, B, C, R> Fn3<A, B, C, R> vmap(
      UnaryOperator<VmapLift> options, Fn3<A, B, C, R> function) {
    return lifted(options.apply(VmapLift.NONE), function);
  }

  /** {@return the function mapped over axes of arguments, variables and results} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> vmap(
      UnaryOperator<VmapLift> options, Fn4<A, B, C, D, R> function) {
    return lifted(options.apply(VmapLift.NONE), function);
  }

  /** {@return the function mapped like {@code vmap}, each lane on a worker thread of its own} */
  public static <A, R> Fn<A, R> pmap(UnaryOperator<VmapLift> options, Fn<A, R> function) {
    return lifted(options.apply(VmapLift.WORKERS), function);
  }

  /** {@return the function mapped like {@code vmap}, each lane on a worker thread of its own} */
  public static <A, B, R> Fn2<A, B, R> pmap(
      UnaryOperator<VmapLift> options, Fn2<A, B, R> function) {
    return lifted(options.apply(VmapLift.WORKERS), function);
  }

  /** {@return the function mapped like {@code vmap}, each lane on a worker thread of its own} */
  public static <A, B, C, R> Fn3<A, B, C, R> pmap(
      UnaryOperator<VmapLift> options, Fn3<A, B, C, R> function) {
    return lifted(options.apply(VmapLift.WORKERS), function);
  }

  /** {@return the function mapped like {@code vmap}, each lane on a worker thread of its own} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> pmap(
      UnaryOperator<VmapLift> options, Fn4<A, B, C, D, R> function) {
    return lifted(options.apply(VmapLift.WORKERS), function);
  }

  /**
   * {@return the function run in a loop} The argument after the module is the carry. The result is
   * the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   */
  public static <A, R> Fn<A, R> scan(UnaryOperator<ScanLift> options, Fn<A, R> function) {
    return lifted(options.apply(ScanLift.NONE), function);
  }

  /**
   * {@return the function run in a loop} The argument after the module is the carry. The result is
   * the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   */
  public static <A, B, R> Fn2<A, B, R> scan(
      UnaryOperator<ScanLift> options, Fn2<A, B, R> function) {
    return lifted(options.apply(ScanLift.NONE), function);
  }

  /**
   * {@return the function run in a loop} The argument after the module is the carry. The result is
   * the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   */
  public static <A, B, C, R> Fn3<A, B, C, R> scan(
      UnaryOperator<ScanLift> options, Fn3<A, B, C, R> function) {
    return lifted(options.apply(ScanLift.NONE), function);
  }

  /**
   * {@return the function run in a loop} The argument after the module is the carry. The result is
   * the next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> scan(
      UnaryOperator<ScanLift> options, Fn4<A, B, C, D, R> function) {
    return lifted(options.apply(ScanLift.NONE), function);
  }

  /**
   * {@return the function checkpointed: the residuals are its arguments, and values that a policy
   * names}
   */
  public static <A, R> Fn<A, R> remat(UnaryOperator<RematLift> options, Fn<A, R> function) {
    return lifted(options.apply(RematLift.ALL), function);
  }

  /**
   * {@return the function checkpointed: the residuals are its arguments, and values that a policy
   * names}
   */
  public static <A, B, R> Fn2<A, B, R> remat(
      UnaryOperator<RematLift> options, Fn2<A, B, R> function) {
    return lifted(options.apply(RematLift.ALL), function);
  }

  /**
   * {@return the function checkpointed: the residuals are its arguments, and values that a policy
   * names}
   */
  public static <A, B, C, R> Fn3<A, B, C, R> remat(
      UnaryOperator<RematLift> options, Fn3<A, B, C, R> function) {
    return lifted(options.apply(RematLift.ALL), function);
  }

  /**
   * {@return the function checkpointed: the residuals are its arguments, and values that a policy
   * names}
   */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> remat(
      UnaryOperator<RematLift> options, Fn4<A, B, C, D, R> function) {
    return lifted(options.apply(RematLift.ALL), function);
  }

  /** {@return the function compiled} */
  public static <A, R> Fn<A, R> jit(Fn<A, R> function) {
    return lifted(JitLift.ALL, function);
  }

  /** {@return the function compiled} */
  public static <A, B, R> Fn2<A, B, R> jit(Fn2<A, B, R> function) {
    return lifted(JitLift.ALL, function);
  }

  /** {@return the function compiled} */
  public static <A, B, C, R> Fn3<A, B, C, R> jit(Fn3<A, B, C, R> function) {
    return lifted(JitLift.ALL, function);
  }

  /** {@return the function compiled} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> jit(Fn4<A, B, C, D, R> function) {
    return lifted(JitLift.ALL, function);
  }

  /** {@return the function with the random streams that it has when compiled} */
  public static <A, R> Fn<A, R> foldRngs(Fn<A, R> function) {
    return lifted(FoldRngsLift.ALL, function);
  }

  /** {@return the function with the random streams that it has when compiled} */
  public static <A, B, R> Fn2<A, B, R> foldRngs(Fn2<A, B, R> function) {
    return lifted(FoldRngsLift.ALL, function);
  }

  /** {@return the function with the random streams that it has when compiled} */
  public static <A, B, C, R> Fn3<A, B, C, R> foldRngs(Fn3<A, B, C, R> function) {
    return lifted(FoldRngsLift.ALL, function);
  }

  /** {@return the function with the random streams that it has when compiled} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> foldRngs(Fn4<A, B, C, D, R> function) {
    return lifted(FoldRngsLift.ALL, function);
  }

  /** {@return the function, seeing some collections changed} */
  public static <A, R> Fn<A, R> mapVariables(
      UnaryOperator<MapVariablesLift> options, Fn<A, R> function) {
    return lifted(options.apply(MapVariablesLift.NONE), function);
  }

  /** {@return the function, seeing some collections changed} */
  public static <A, B, R> Fn2<A, B, R> mapVariables(
      UnaryOperator<MapVariablesLift> options, Fn2<A, B, R> function) {
    return lifted(options.apply(MapVariablesLift.NONE), function);
  }

  /** {@return the function, seeing some collections changed} */
  public static <A, B, C, R> Fn3<A, B, C, R> mapVariables(
      UnaryOperator<MapVariablesLift> options, Fn3<A, B, C, R> function) {
    return lifted(options.apply(MapVariablesLift.NONE), function);
  }

  /** {@return the function, seeing some collections changed} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> mapVariables(
      UnaryOperator<MapVariablesLift> options, Fn4<A, B, C, D, R> function) {
    return lifted(options.apply(MapVariablesLift.NONE), function);
  }

  /** {@return the function with variables of which the lanes of a named axis keep slices} */
  public static <A, R> Fn<A, R> sharded(Fn<A, R> function) {
    return lifted(ShardLift.ALL, function);
  }

  /** {@return the function with variables of which the lanes of a named axis keep slices} */
  public static <A, B, R> Fn2<A, B, R> sharded(Fn2<A, B, R> function) {
    return lifted(ShardLift.ALL, function);
  }

  /** {@return the function with variables of which the lanes of a named axis keep slices} */
  public static <A, B, C, R> Fn3<A, B, C, R> sharded(Fn3<A, B, C, R> function) {
    return lifted(ShardLift.ALL, function);
  }

  /** {@return the function with variables of which the lanes of a named axis keep slices} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> sharded(Fn4<A, B, C, D, R> function) {
    return lifted(ShardLift.ALL, function);
  }

  /** {@return the function transformed} */
  public static <A, R> Fn<A, R> lifted(Lifting lifting, Fn<A, R> function) {
    return a ->
        LiftedFunctions.<R>run(
            lifting,
            function,
            own -> function.apply(LiftedFunctions.<A>at(own, 0)),
            Collections.singletonList(a));
  }

  /** {@return the function transformed} */
  public static <A, B, R> Fn2<A, B, R> lifted(Lifting lifting, Fn2<A, B, R> function) {
    return (a, b) ->
        LiftedFunctions.<R>run(
            lifting,
            function,
            own -> function.apply(LiftedFunctions.<A>at(own, 0), LiftedFunctions.<B>at(own, 1)),
            Arrays.asList(a, b));
  }

  /** {@return the function transformed} */
  public static <A, B, C, R> Fn3<A, B, C, R> lifted(Lifting lifting, Fn3<A, B, C, R> function) {
    return (a, b, c) ->
        LiftedFunctions.<R>run(
            lifting,
            function,
            own ->
                function.apply(
                    LiftedFunctions.<A>at(own, 0),
                    LiftedFunctions.<B>at(own, 1),
                    LiftedFunctions.<C>at(own, 2)),
            Arrays.asList(a, b, c));
  }

  /** {@return the function transformed} */
  public static <A, B, C, D, R> Fn4<A, B, C, D, R> lifted(
      Lifting lifting, Fn4<A, B, C, D, R> function) {
    return (a, b, c, d) ->
        LiftedFunctions.<R>run(
            lifting,
            function,
            own ->
                function.apply(
                    LiftedFunctions.<A>at(own, 0),
                    LiftedFunctions.<B>at(own, 1),
                    LiftedFunctions.<C>at(own, 2),
                    LiftedFunctions.<D>at(own, 3)),
            Arrays.asList(a, b, c, d));
  }
}
