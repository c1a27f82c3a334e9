package io.cambric.module;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.lift.FoldRngsLift;
import io.cambric.scope.lift.JitLift;
import io.cambric.scope.lift.Lifting;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.RematScanLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.ShardLift;
import io.cambric.scope.lift.VmapLift;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** The lifted transformations of modules. A transformed module has the same type. */
abstract class TransformableModule<M> {

  TransformableModule() {}

  /**
   * {@return this with methods transformed}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public abstract M lifted(Lifting lifting, String... methods);

  /**
   * {@return this with methods mapped over axes of arguments, variables and results}
   *
   * @param options of axes, variables and random streams
   * @param methods their names; {@code call} unless others are given
   */
  public final M vmap(UnaryOperator<VmapLift> options, String... methods) {
    return lifted(options.apply(VmapLift.NONE), methods);
  }

  /**
   * {@return this with methods mapped like {@link #vmap}, each lane on a worker thread of its own}
   *
   * @param options as of {@code vmap}
   * @param methods their names; {@code call} unless others are given
   */
  public final M pmap(UnaryOperator<VmapLift> options, String... methods) {
    return lifted(options.apply(VmapLift.WORKERS), methods);
  }

  /**
   * {@return this with methods run in a loop} The first argument is the carry. The result is the
   * next carry, or a {@link io.cambric.transform.result.Carry} with an output.
   *
   * @param options of variables, random streams, axes and iterations
   * @param methods their names; {@code call} unless others are given
   */
  public final M scan(UnaryOperator<ScanLift> options, String... methods) {
    return lifted(options.apply(ScanLift.NONE), methods);
  }

  /**
   * {@return this with methods checkpointed: the residuals are their arguments alone}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M remat(String... methods) {
    return lifted(RematLift.ALL, methods);
  }

  /**
   * {@return this with methods checkpointed: the residuals are their arguments, and values that a
   * policy names}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M remat(UnaryOperator<RematLift> options, String... methods) {
    return lifted(options.apply(RematLift.ALL), methods);
  }

  /**
   * {@return this with a {@code call} that runs in nested scans, all but the innermost
   * checkpointed; its argument is the carry}
   *
   * @param lengths iterations of each level, the outermost first
   */
  public final M rematScan(int... lengths) {
    return lifted(RematScanLift.of(Arrays.stream(lengths).boxed().toList()));
  }

  /**
   * {@return this with methods compiled, once for each set of shapes and static arguments}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M jit(String... methods) {
    return lifted(JitLift.ALL, methods);
  }

  /**
   * {@return this with the random streams that it has when jitted, without compiling it}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M foldRngs(String... methods) {
    return lifted(FoldRngsLift.ALL, methods);
  }

  /**
   * {@return this with methods that see some collections changed}
   *
   * @param options which collections, and how they are changed
   * @param methods their names; {@code call} unless others are given
   */
  public final M mapVariables(UnaryOperator<MapVariablesLift> options, String... methods) {
    return lifted(options.apply(MapVariablesLift.NONE), methods);
  }

  /**
   * {@return this with methods that gather variables, of which the lanes of a named axis keep
   * slices}
   *
   * <p>The layer stays in memory as a whole from the forward to the backward pass, unless it is
   * checkpointed: {@code sharded().remat()}.
   *
   * @param methods their names; {@code call} unless others are given
   * @see ShardLift
   */
  public final M sharded(String... methods) {
    return lifted(ShardLift.ALL, methods);
  }

  /**
   * {@return this with variables whose boxes have an additional axis outside}
   *
   * @param collection the collection of the variables
   * @param axis the index of the axis
   * @param partitionName the name of the axis
   */
  public final M addMetadataAxis(String collection, int axis, String partitionName) {
    return lifted(
        MapVariablesLift.metadataAxis(CollectionFilter.of(collection), axis, partitionName));
  }
}
