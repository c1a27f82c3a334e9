package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.transform.ScanOptions;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The lifted scan and its options. Collections are sliced, shared or carried, and random streams
 * differ between iterations or not. Axes of arguments and outputs are scanned.
 *
 * <p>The first argument of the function is the carry. The function returns the next carry, or a
 * {@link Carry} with an output. The scan returns the last carry, or a {@link Carry} with the
 * stacked outputs. A collection or stream that no option names cannot be used inside. Without
 * {@link #withInAxes}, axis 0 of the other arguments is scanned; null shares an argument between
 * the iterations.
 *
 * <p>Unless {@link #withCheckConstancy} is off, the function runs once before the loop, on the
 * shapes of carry and rows. Keys drawn in this run count, as in Flax. The run finds the shared
 * variables and outputs, and creates missing carried variables.
 *
 * {@snippet :
 * Block.of(256).scan().variableAxis("params", 0).splitRngs("params").length(12);
 * }
 *
 * @param variables axes of collections
 * @param broadcast collections that all iterations share
 * @param carry collections that are passed from iteration to iteration
 * @param rngs streams
 * @param axes of arguments and outputs
 * @param options how many iterations there are, and in which order
 * @param checkConstancy whether the function runs once before the loop
 * @param dataTransform changes variables and streams of each iteration before scopes are made of
 *     them; null for none
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.scan</a>
 */
public record ScanLift(
    List<VariableAxis> variables,
    CollectionFilter broadcast,
    CollectionFilter carry,
    List<RngSplit> rngs,
    LiftAxes axes,
    ScanOptions options,
    boolean checkConstancy,
    @Nullable UnaryOperator<ScanData> dataTransform)
    implements Lifting {

  /** No variables, no streams, axis 0 of all arguments and outputs. */
  public static final ScanLift NONE =
      new ScanLift(
          List.of(),
          CollectionFilter.none(),
          CollectionFilter.none(),
          List.of(),
          LiftAxes.FIRST,
          ScanOptions.DEFAULT,
          true,
          null);

  /** Copies the groups. */
  public ScanLift {
    variables = List.copyOf(variables);
    rngs = List.copyOf(rngs);
  }

  @Override
  public String name() {
    return "scan";
  }

  /** {@return this with a collection whose slices along an axis go to the iterations} */
  public ScanLift withVariableAxis(String collection, int axis) {
    return withVariableAxis(CollectionFilter.of(collection), axis);
  }

  /** {@return this with collections whose slices along an axis go to the iterations} */
  public ScanLift withVariableAxis(CollectionFilter collections, int axis) {
    return with(new VariableAxis(collections, axis, true, true));
  }

  /** {@return this with collections that go in by slices, and do not come out} */
  public ScanLift withVariableAxisIn(CollectionFilter collections, int axis) {
    return with(new VariableAxis(collections, axis, true, false));
  }

  /** {@return this with collections that come out stacked along an axis, and do not go in} */
  public ScanLift withVariableAxisOut(CollectionFilter collections, int axis) {
    return with(new VariableAxis(collections, axis, false, true));
  }

  private ScanLift with(VariableAxis more) {
    return new ScanLift(
        VariableAxis.and(variables, more),
        broadcast,
        carry,
        rngs,
        axes,
        options,
        checkConstancy,
        dataTransform);
  }

  /** {@return this with collections that all iterations share} */
  public ScanLift withVariableBroadcast(String... collections) {
    return withVariableBroadcast(CollectionFilter.of(collections));
  }

  /** {@return this with collections that all iterations share} */
  public ScanLift withVariableBroadcast(CollectionFilter collections) {
    return new ScanLift(
        variables,
        broadcast.union(collections),
        carry,
        rngs,
        axes,
        options,
        checkConstancy,
        dataTransform);
  }

  /** {@return this with collections that are passed from iteration to iteration} */
  public ScanLift withVariableCarry(String... collections) {
    return withVariableCarry(CollectionFilter.of(collections));
  }

  /** {@return this with collections that are passed from iteration to iteration} */
  public ScanLift withVariableCarry(CollectionFilter collections) {
    return new ScanLift(
        variables,
        broadcast,
        carry.union(collections),
        rngs,
        axes,
        options,
        checkConstancy,
        dataTransform);
  }

  /** {@return this with random streams that are split, so that each iteration has its own} */
  public ScanLift withSplitRngs(String... streams) {
    return withSplitRngs(CollectionFilter.of(streams));
  }

  /** {@return this with random streams that are split, so that each iteration has its own} */
  public ScanLift withSplitRngs(CollectionFilter streams) {
    return with(new RngSplit(streams, true));
  }

  /** {@return this with random streams from which all iterations draw the same} */
  public ScanLift withShareRngs(String... streams) {
    return withShareRngs(CollectionFilter.of(streams));
  }

  /** {@return this with random streams from which all iterations draw the same} */
  public ScanLift withShareRngs(CollectionFilter streams) {
    return with(new RngSplit(streams, false));
  }

  private ScanLift with(RngSplit more) {
    return new ScanLift(
        variables,
        broadcast,
        carry,
        VariableAxis.and(rngs, more),
        axes,
        options,
        checkConstancy,
        dataTransform);
  }

  /**
   * {@return this with the scanned axes of the arguments after the carry}
   *
   * @param inAxes for each an axis, null if all iterations share it, or a prefix tree of axes; a
   *     single value applies to all
   */
  public ScanLift withInAxes(@Nullable Object... inAxes) {
    return with(axes.withIn(inAxes));
  }

  /**
   * {@return this with the axes along which outputs are stacked}
   *
   * @param outAxes an axis, null if the output is the same in all iterations, or a prefix tree of
   *     these
   */
  public ScanLift withOutAxes(@Nullable Object outAxes) {
    return with(axes.withOut(outAxes));
  }

  /** {@return this with the name that the scanned axis has in partitioned variables} */
  public ScanLift withPartitionName(String name) {
    return with(axes.withPartitionName(name));
  }

  private ScanLift with(LiftAxes other) {
    return new ScanLift(
        variables, broadcast, carry, rngs, other, options, checkConstancy, dataTransform);
  }

  /** {@return this with a number of iterations, needed when no argument is scanned} */
  public ScanLift withLength(int length) {
    return with(options.withLength(length));
  }

  /**
   * {@return this from the last iteration to the first, or not; outputs stay in the order of the
   * rows}
   */
  public ScanLift withReverse(boolean reverse) {
    return with(options.withReverse(reverse));
  }

  /** {@return this with that number of iterations compiled as one; results are the same} */
  public ScanLift withUnroll(int count) {
    return with(options.withUnroll(count));
  }

  /**
   * {@return this with or without the run before the loop}
   *
   * <p>Without the run, keys are drawn once less and the outputs of all iterations are stacked.
   * Shared and carried variables must then exist.
   */
  public ScanLift withCheckConstancy(boolean check) {
    return new ScanLift(variables, broadcast, carry, rngs, axes, options, check, dataTransform);
  }

  private ScanLift with(ScanOptions other) {
    return new ScanLift(
        variables, broadcast, carry, rngs, axes, other, checkConstancy, dataTransform);
  }

  /** {@return this with a change of variables and streams in each iteration} */
  public ScanLift withDataTransform(UnaryOperator<ScanData> transform) {
    return new ScanLift(
        variables, broadcast, carry, rngs, axes, options, checkConstancy, transform);
  }

  /** {@inheritDoc} The first argument is the carry. */
  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    var pack =
        new Pack(
            name(),
            filters(VariableAxis.in(variables)),
            filters(VariableAxis.out(variables)),
            RngSplit.filters(rngs));
    return pack.run(scopes, packed -> new ScanRun<>(this, packed, function, arguments).run());
  }

  private List<CollectionFilter> filters(List<VariableAxis> sliced) {
    var filters = new ArrayList<CollectionFilter>();
    filters.add(broadcast);
    filters.add(carry);
    filters.addAll(VariableAxis.filters(sliced));
    return filters;
  }
}
