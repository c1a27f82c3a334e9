package io.cambric.module;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.lift.VmapLift;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code vmap} and {@code pmap}, as methods of their result: a module or a function
 * of modules. Each method returns another value.
 *
 * <p>Collections and streams without an option cannot be used inside. Without {@link #inAxes}, axis
 * 0 of each argument is mapped; without {@link #outAxes} results are stacked along axis 0.
 *
 * {@snippet :
 * Mlp.of(300, 10).vmap().variableAxis("params", 0).splitRngs("params");
 * }
 *
 * <p>Only generated classes and the functions of {@link Lift} implement it.
 *
 * @param <S> the class of the value
 * @see VmapLift
 */
public interface VmapVerbs<S> {

  /** {@return this with a collection that has an axis for the lanes} */
  default S variableAxis(String collection, int axis) {
    return with(lift().withVariableAxis(collection, axis));
  }

  /** {@return this with collections that have an axis for the lanes} */
  default S variableAxis(CollectionFilter collections, int axis) {
    return with(lift().withVariableAxis(collections, axis));
  }

  /** {@return this with collections that go in along an axis, and do not come out} */
  default S variableAxisIn(CollectionFilter collections, int axis) {
    return with(lift().withVariableAxisIn(collections, axis));
  }

  /** {@return this with collections that come out along an axis, and do not go in} */
  default S variableAxisOut(CollectionFilter collections, int axis) {
    return with(lift().withVariableAxisOut(collections, axis));
  }

  /** {@return this with collections that all lanes share} */
  default S variableBroadcast(String... collections) {
    return with(lift().withVariableBroadcast(collections));
  }

  /** {@return this with collections that all lanes share} */
  default S variableBroadcast(CollectionFilter collections) {
    return with(lift().withVariableBroadcast(collections));
  }

  /** {@return this with random streams that are split, so that each lane has its own} */
  default S splitRngs(String... streams) {
    return with(lift().withSplitRngs(streams));
  }

  /** {@return this with random streams that are split, so that each lane has its own} */
  default S splitRngs(CollectionFilter streams) {
    return with(lift().withSplitRngs(streams));
  }

  /** {@return this with random streams from which all lanes draw the same} */
  default S shareRngs(String... streams) {
    return with(lift().withShareRngs(streams));
  }

  /** {@return this with random streams from which all lanes draw the same} */
  default S shareRngs(CollectionFilter streams) {
    return with(lift().withShareRngs(streams));
  }

  /**
   * {@return this with the mapped axes of the arguments}
   *
   * @param axes for each argument after the module an axis, null if all lanes share it, or a prefix
   *     tree of axes; a single value applies to all arguments
   */
  default S inAxes(@Nullable Object... axes) {
    return with(lift().withInAxes(axes));
  }

  /**
   * {@return this with the axes along which results are stacked}
   *
   * @param axes an axis, null if all lanes share the result, or a prefix tree of these
   */
  default S outAxes(@Nullable Object axes) {
    return with(lift().withOutAxes(axes));
  }

  /** {@return this with the number of lanes, needed when nothing that goes in is mapped} */
  default S axisSize(int lanes) {
    return with(lift().withAxisSize(lanes));
  }

  /** {@return this with a name of the lanes for collectives} */
  default S axisName(String name) {
    return with(lift().withAxisName(name));
  }

  /** {@return this with the name that the axis of the lanes has in partitioned variables} */
  default S partitionName(String name) {
    return with(lift().withPartitionName(name));
  }

  private VmapLift lift() {
    return Verbs.lift(this, VmapLift.class);
  }

  private S with(VmapLift lift) {
    return Verbs.with(this, lift);
  }
}
