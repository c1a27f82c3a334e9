package io.cambric.module;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.lift.FoldRngsLift;
import io.cambric.scope.lift.JitLift;
import io.cambric.scope.lift.Lifting;
import io.cambric.scope.lift.MapVariablesLift;
import io.cambric.scope.lift.RematLift;
import io.cambric.scope.lift.RematScanLift;
import io.cambric.scope.lift.ScanLift;
import io.cambric.scope.lift.VmapLift;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** The lifted transformations of modules, which keep their type. */
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
   * @param options which, and how random streams differ between lanes
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
   * {@return this with methods run in a loop: the first argument is the carry, and the result the
   * next carry, or a {@link io.cambric.transform.result.Carry} of it and an output}
   *
   * @param options of variables, random streams, axes and rounds
   * @param methods their names; {@code call} unless others are given
   */
  public final M scan(UnaryOperator<ScanLift> options, String... methods) {
    return lifted(options.apply(ScanLift.NONE), methods);
  }

  /**
   * {@return this with methods of which reverse differentiation keeps the arguments only}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M remat(String... methods) {
    return lifted(RematLift.ALL, methods);
  }

  /**
   * {@return this with methods of which reverse differentiation keeps the arguments, and what a
   * policy says}
   *
   * @param methods their names; {@code call} unless others are given
   */
  public final M remat(UnaryOperator<RematLift> options, String... methods) {
    return lifted(options.apply(RematLift.ALL), methods);
  }

  /**
   * {@return this with a {@code call} that runs in scans inside of scans, all but the innermost
   * checkpointed; its argument is the carry}
   *
   * @param lengths rounds of each level, the outermost first
   */
  public final M rematScan(int... lengths) {
    return lifted(RematScanLift.of(Arrays.stream(lengths).boxed().toList()));
  }

  /**
   * {@return this with methods compiled, once for each shapes and static arguments}
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
   * {@return this with variables whose boxes have one axis more outside than inside}
   *
   * @param collection which
   * @param axis its index
   * @param partitionName what it is called
   */
  public final M addMetadataAxis(String collection, int axis, String partitionName) {
    return lifted(
        MapVariablesLift.metadataAxis(CollectionFilter.of(collection), axis, partitionName));
  }
}
