package io.cambric.scope;

import io.cambric.annotations.PyTree;
import io.cambric.annotations.Static;
import io.cambric.core.Array;
import io.cambric.core.LaneSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A box around the slice of a variable that one lane of a named axis keeps. The slices of the lanes
 * follow each other along one dimension.
 *
 * @param box the box of the variable with the slice in it, or another shard, which this divides
 * @param axisName the axis of the lanes
 * @param dimension the dimension that is divided
 * @see Shards
 */
@PyTree
public record Shard(Object box, @Static String axisName, @Static int dimension)
    implements AxisMetadata, LaneSlice {

  @Override
  public Object unbox() {
    return box;
  }

  @Override
  public Shard withBoxed(Object value) {
    return new Shard(value, axisName, dimension);
  }

  /** {@return the array in the boxes, or another value in its place} */
  Object array() {
    return VariableBoxes.unboxed(box);
  }

  /** {@return the box inside, with a function of the array if there is one} */
  Object map(UnaryOperator<Array> f) {
    return array() instanceof Array array ? VariableBoxes.reboxed(box, f.apply(array)) : box;
  }

  @Override
  public Shard mapArray(UnaryOperator<Array> f) {
    return withBoxed(map(f));
  }

  @Override
  public List<String> axisNames() {
    var names = new ArrayList<String>();
    names.add(axisName);
    if (box instanceof Shard divided) {
      names.addAll(divided.axisNames());
    }
    return names;
  }

  /** {@return the number of dimensions that have names} */
  private int rank() {
    return switch (box) {
      case Shard divided -> divided.rank();
      case LogicallyPartitioned(_, var names, _) -> names.size();
      default -> 0;
    };
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.cambric.errors.PartitioningException if the transformation does not name its axis
   */
  @Override
  public Shard addAxis(int index, @Nullable String partitionName) {
    int at = index < 0 ? rank() + 1 + index : index;
    var added = box instanceof AxisMetadata inner ? inner.addAxis(index, partitionName) : box;
    return new Shard(added, axisName, at <= dimension ? dimension + 1 : dimension);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.cambric.errors.PartitioningException if the axis has another name than the
   *     transformation gives
   */
  @Override
  public Shard removeAxis(int index, @Nullable String partitionName) {
    int at = index < 0 ? rank() + index : index;
    var removed = box instanceof AxisMetadata inner ? inner.removeAxis(index, partitionName) : box;
    return new Shard(removed, axisName, at < dimension ? dimension - 1 : dimension);
  }
}
