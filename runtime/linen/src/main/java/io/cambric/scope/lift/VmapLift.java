package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.errors.ShapeException;
import io.cambric.interpreters.BatchTrace;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import io.cambric.transform.Mapped;
import io.cambric.transform.Transforms;
import io.cambric.tree.PrefixSpread;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted vmap and its options. Collections are mapped or shared, and random streams differ
 * between lanes or not. Axes of arguments and result are mapped.
 *
 * <p>A collection or stream that no option names cannot be used inside. Without {@link
 * #withInAxes}, axis 0 of each argument is mapped; without {@link #withOutAxes} results are stacked
 * along axis 0.
 *
 * {@snippet :
 * Mlp.of(300, 10).vmap().variableAxis("params", 0).splitRngs("params");
 * }
 *
 * @param variables axes of collections
 * @param rngs streams
 * @param axes of arguments and results
 * @param size number of lanes; null to find it
 * @param axis name of the lanes for collectives; null for none
 * @param workers whether each lane runs on a thread of its own, as with {@code pmap}
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.vmap</a>
 */
public record VmapLift(
    List<VariableAxis> variables,
    List<RngSplit> rngs,
    LiftAxes axes,
    @Nullable Integer size,
    @Nullable String axis,
    boolean workers)
    implements Lifting {

  /** No variables, no streams, axis 0 of all arguments and results. */
  public static final VmapLift NONE =
      new VmapLift(List.of(), List.of(), LiftAxes.FIRST, null, null, false);

  /** The same, each lane on a worker thread of its own. */
  public static final VmapLift WORKERS =
      new VmapLift(List.of(), List.of(), LiftAxes.FIRST, null, null, true);

  /** Copies the groups. */
  public VmapLift {
    variables = List.copyOf(variables);
    rngs = List.copyOf(rngs);
  }

  @Override
  public String name() {
    return workers ? "pmap" : "vmap";
  }

  /** {@return this with a collection that has an axis for the lanes} */
  public VmapLift withVariableAxis(String collection, int axis) {
    return withVariableAxis(CollectionFilter.of(collection), axis);
  }

  /** {@return this with collections that have an axis for the lanes} */
  public VmapLift withVariableAxis(CollectionFilter collections, int axis) {
    return with(new VariableAxis(collections, axis, true, true));
  }

  /** {@return this with collections that go in along an axis, and do not come out} */
  public VmapLift withVariableAxisIn(CollectionFilter collections, int axis) {
    return with(new VariableAxis(collections, axis, true, false));
  }

  /** {@return this with collections that come out along an axis, and do not go in} */
  public VmapLift withVariableAxisOut(CollectionFilter collections, int axis) {
    return with(new VariableAxis(collections, axis, false, true));
  }

  /** {@return this with collections that all lanes share} */
  public VmapLift withVariableBroadcast(String... collections) {
    return withVariableBroadcast(CollectionFilter.of(collections));
  }

  /** {@return this with collections that all lanes share} */
  public VmapLift withVariableBroadcast(CollectionFilter collections) {
    return with(new VariableAxis(collections, null, true, true));
  }

  private VmapLift with(VariableAxis more) {
    return new VmapLift(VariableAxis.and(variables, more), rngs, axes, size, axis, workers);
  }

  /** {@return this with random streams that are split, so that each lane has its own} */
  public VmapLift withSplitRngs(String... streams) {
    return withSplitRngs(CollectionFilter.of(streams));
  }

  /** {@return this with random streams that are split, so that each lane has its own} */
  public VmapLift withSplitRngs(CollectionFilter streams) {
    return with(new RngSplit(streams, true));
  }

  /** {@return this with random streams from which all lanes draw the same} */
  public VmapLift withShareRngs(String... streams) {
    return withShareRngs(CollectionFilter.of(streams));
  }

  /** {@return this with random streams from which all lanes draw the same} */
  public VmapLift withShareRngs(CollectionFilter streams) {
    return with(new RngSplit(streams, false));
  }

  private VmapLift with(RngSplit more) {
    return new VmapLift(variables, VariableAxis.and(rngs, more), axes, size, axis, workers);
  }

  /**
   * {@return this with the mapped axes of the arguments}
   *
   * @param axes for each argument an axis, null if all lanes share it, or a prefix tree of axes; a
   *     single value applies to all arguments
   */
  public VmapLift withInAxes(@Nullable Object... axes) {
    return new VmapLift(variables, rngs, this.axes.withIn(axes), size, axis, workers);
  }

  /**
   * {@return this with the axes along which results are stacked}
   *
   * @param axes an axis, null if all lanes share the result, or a prefix tree of these
   */
  public VmapLift withOutAxes(@Nullable Object axes) {
    return new VmapLift(variables, rngs, this.axes.withOut(axes), size, axis, workers);
  }

  /** {@return this with the number of lanes, needed when nothing that goes in is mapped} */
  public VmapLift withAxisSize(int lanes) {
    return new VmapLift(variables, rngs, axes, lanes, axis, workers);
  }

  /** {@return this with a name of the lanes for collectives} */
  public VmapLift withAxisName(String name) {
    return new VmapLift(variables, rngs, axes, size, name, workers);
  }

  /** {@return this with the name that the axis of the lanes has in partitioned variables} */
  public VmapLift withPartitionName(String name) {
    return new VmapLift(variables, rngs, axes.withPartitionName(name), size, axis, workers);
  }

  /** {@return this with each lane on a worker thread of its own, or not} */
  public VmapLift withWorkers(boolean workers) {
    return new VmapLift(variables, rngs, axes, size, axis, workers);
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    var in = VariableAxis.in(variables);
    var out = VariableAxis.out(variables);
    var pack =
        new Pack(
            name(), VariableAxis.filters(in), VariableAxis.filters(out), RngSplit.filters(rngs));
    return pack.run(
        scopes,
        packed -> {
          var groups =
              AxisBoxes.removeAxes(packed.variables(), VariableAxis.axes(in), axes.partitionName());
          var argumentAxes = axes.of(name(), arguments.size());
          int lanes = lanes(groups, in, arguments, argumentAxes);
          var inner = new Inputs(groups, RngSplit.split(rngs, packed.rngs(), lanes), arguments);
          var axesIn = Arrays.asList(VariableAxis.axes(in), RngSplit.axes(rngs), argumentAxes);
          var axesOut = Arrays.asList(axes.out(), VariableAxis.axes(out));
          var pure = Pure.of(packed, function, this::requireShared);
          var mapped =
              workers
                  ? sized(Transforms.pmap(pure).inAxes(axesIn).outAxes(axesOut), lanes)
                  : sized(Transforms.vmap(pure).inAxes(axesIn).outAxes(axesOut), lanes);
          var outputs = StaticLeaf.release(mapped.apply(StaticLeaf.hold(inner.asList())));
          return new Pack.Result<>(
              Outputs.<R>output(outputs),
              AxisBoxes.addAxes(
                  Outputs.variables(outputs), VariableAxis.axes(out), axes.partitionName()));
        });
  }

  /** Checks that all shared values are the same in all lanes. */
  private void requireShared(@Nullable Object output, List<List<Variables>> written) {
    var out = VariableAxis.out(variables);
    for (int i = 0; i < out.size(); i++) {
      if (out.get(i).axis() == null) {
        written.get(i).forEach(this::requireSharedVariables);
      }
    }
    var flat = Trees.flatten(StaticLeaf.hold(output));
    var outAxes = PrefixSpread.of("outAxes of " + name(), axes.out(), flat.structure());
    for (int i = 0; i < outAxes.size(); i++) {
      if (outAxes.get(i) == null && differs(flat.leaves().get(i))) {
        var path = flat.structure().paths().get(i);
        throw new ShapeException(
            "Lifted %s with outAxes null needs results that all lanes share, but %s differs between lanes. Give it an axis."
                .formatted(name(), path.isEmpty() ? "the result" : "leaf \"" + path + "\""));
      }
    }
  }

  private void requireSharedVariables(Variables shared) {
    for (var each : shared.collections().entrySet()) {
      var flat = Trees.flatten(each.getValue());
      for (int i = 0; i < flat.leaves().size(); i++) {
        if (differs(flat.leaves().get(i))) {
          throw new ShapeException(
              "Lifted %s needs shared variables to be equal in all lanes, but \"%s\" of collection \"%s\" differs between lanes. Give each lane its own, as in variableAxis(\"%3$s\", 0)%s."
                  .formatted(
                      name(),
                      flat.structure().paths().get(i),
                      FirstValues.collection(each.getKey()),
                      keys(each.getKey())));
        }
      }
    }
  }

  /** {@return a mend for parameters of lanes with keys of their own} */
  private String keys(String collection) {
    boolean split =
        rngs.stream().anyMatch(each -> each.split() && each.streams().matches(Variables.PARAMS));
    return collection.equals(Variables.PARAMS) && split
        ? ", or share their keys between lanes, as in shareRngs(\"params\")"
        : "";
  }

  private static boolean differs(Object leaf) {
    return leaf instanceof Array array && BatchTrace.differsBetweenLanes(array);
  }

  private int lanes(
      List<List<Variables>> groups,
      List<VariableAxis> in,
      List<? extends @Nullable Object> arguments,
      List<@Nullable Object> argumentAxes) {
    var found = new MappedSize(name(), "axisSize", size);
    found.arguments(arguments, argumentAxes);
    for (int i = 0; i < in.size(); i++) {
      var along = in.get(i).axis();
      if (along != null) {
        found.variables(groups.get(i), along);
      }
    }
    return found.get();
  }

  private <S extends Mapped<S>> S sized(S mapped, int lanes) {
    var sized = mapped.axisSize(lanes);
    return axis == null ? sized : sized.axisName(axis);
  }
}
