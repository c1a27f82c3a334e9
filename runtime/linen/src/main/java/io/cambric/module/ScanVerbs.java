package io.cambric.module;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.lift.ScanData;
import io.cambric.scope.lift.ScanLift;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code scan}, as methods of its result: a module or a function of modules. Each
 * method returns another value.
 *
 * <p>Collections and streams without an option cannot be used inside. Without {@link #inAxes}, axis
 * 0 of the arguments after the carry is scanned.
 *
 * {@snippet :
 * Block.of(256).scan().variableAxis("params", 0).splitRngs("params").length(12);
 * }
 *
 * <p>Only generated classes and the functions of {@link Lift} implement it.
 *
 * @param <S> the class of the value
 * @see ScanLift
 */
public interface ScanVerbs<S> {

  /** {@return this with a collection whose slices along an axis go to the iterations} */
  default S variableAxis(String collection, int axis) {
    return with(lift().withVariableAxis(collection, axis));
  }

  /** {@return this with collections whose slices along an axis go to the iterations} */
  default S variableAxis(CollectionFilter collections, int axis) {
    return with(lift().withVariableAxis(collections, axis));
  }

  /** {@return this with collections that go in by slices, and do not come out} */
  default S variableAxisIn(CollectionFilter collections, int axis) {
    return with(lift().withVariableAxisIn(collections, axis));
  }

  /** {@return this with collections that come out stacked along an axis, and do not go in} */
  default S variableAxisOut(CollectionFilter collections, int axis) {
    return with(lift().withVariableAxisOut(collections, axis));
  }

  /** {@return this with collections that all iterations share} */
  default S variableBroadcast(String... collections) {
    return with(lift().withVariableBroadcast(collections));
  }

  /** {@return this with collections that all iterations share} */
  default S variableBroadcast(CollectionFilter collections) {
    return with(lift().withVariableBroadcast(collections));
  }

  /** {@return this with collections that are passed from iteration to iteration} */
  default S variableCarry(String... collections) {
    return with(lift().withVariableCarry(collections));
  }

  /** {@return this with collections that are passed from iteration to iteration} */
  default S variableCarry(CollectionFilter collections) {
    return with(lift().withVariableCarry(collections));
  }

  /** {@return this with random streams that are split, so that each iteration has its own} */
  default S splitRngs(String... streams) {
    return with(lift().withSplitRngs(streams));
  }

  /** {@return this with random streams that are split, so that each iteration has its own} */
  default S splitRngs(CollectionFilter streams) {
    return with(lift().withSplitRngs(streams));
  }

  /** {@return this with random streams from which all iterations draw the same} */
  default S shareRngs(String... streams) {
    return with(lift().withShareRngs(streams));
  }

  /** {@return this with random streams from which all iterations draw the same} */
  default S shareRngs(CollectionFilter streams) {
    return with(lift().withShareRngs(streams));
  }

  /**
   * {@return this with the scanned axes of the arguments after the carry}
   *
   * @param axes for each an axis, null if all iterations share it, or a prefix tree of axes; a
   *     single value applies to all
   */
  default S inAxes(@Nullable Object... axes) {
    return with(lift().withInAxes(axes));
  }

  /**
   * {@return this with the axes along which outputs are stacked}
   *
   * @param axes an axis, null if the output is the same in all iterations, or a prefix tree of
   *     these
   */
  default S outAxes(@Nullable Object axes) {
    return with(lift().withOutAxes(axes));
  }

  /** {@return this with the name that the scanned axis has in partitioned variables} */
  default S partitionName(String name) {
    return with(lift().withPartitionName(name));
  }

  /** {@return this with a number of iterations, needed when no argument is scanned} */
  default S length(int length) {
    return with(lift().withLength(length));
  }

  /**
   * {@return this from the last iteration to the first, or not; outputs stay in the order of the
   * rows}
   */
  default S reverse(boolean reverse) {
    return with(lift().withReverse(reverse));
  }

  /** {@return this with that number of iterations compiled as one; results are the same} */
  default S unroll(int count) {
    return with(lift().withUnroll(count));
  }

  /**
   * {@return this with or without the run before the loop}
   *
   * @see ScanLift#withCheckConstancy
   */
  default S checkConstancy(boolean check) {
    return with(lift().withCheckConstancy(check));
  }

  /** {@return this with a change of variables and streams in each iteration} */
  default S dataTransform(UnaryOperator<ScanData> transform) {
    return with(lift().withDataTransform(transform));
  }

  private ScanLift lift() {
    return Verbs.lift(this, ScanLift.class);
  }

  private S with(ScanLift lift) {
    return Verbs.with(this, lift);
  }
}
