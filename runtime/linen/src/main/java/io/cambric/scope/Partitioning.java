package io.cambric.scope;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Partitioning metadata: names for the axes of variables.
 *
 * {@snippet :
 * Dense.of(4).withKernelInit(withPartitioning(lecunNormal(), "in", "out"));
 * }
 *
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/spmd.html">nn.with_partitioning</a>
 */
public final class Partitioning {

  private Partitioning() {}

  /** An initializer that puts values into boxes when they are stored. */
  interface Boxing {
    AxisMetadata box(Object value);
  }

  private record BoxedInitializer(Initializer init, AxisMetadata empty)
      implements Initializer, Boxing {
    @Override
    public Array init(Key key, Shape shape, DType dtype) {
      return init.init(key, shape, dtype);
    }

    @Override
    public AxisMetadata box(Object value) {
      return empty.withBoxed(value);
    }
  }

  private record BoxedSupplier<T>(Supplier<T> init, AxisMetadata empty)
      implements Supplier<T>, Boxing {
    @Override
    public T get() {
      return init.get();
    }

    @Override
    public AxisMetadata box(Object value) {
      return empty.withBoxed(value);
    }
  }

  /** {@return an initializer whose values are stored in boxes like one that has no value yet} */
  static Initializer boxed(Initializer init, AxisMetadata empty) {
    return new BoxedInitializer(init, empty);
  }

  /** {@return a supplier whose values are stored in boxes like one that has no value yet} */
  static <T> Supplier<T> boxed(Supplier<T> init, AxisMetadata empty) {
    return new BoxedSupplier<>(init, empty);
  }

  /** {@return the initializer for parameters that are stored as {@link Partitioned}} */
  public static Initializer withPartitioning(Initializer init, @Nullable String... names) {
    return boxed(init, new Partitioned("", Arrays.asList(names)));
  }

  /** {@return the first value of variables that are stored as {@link Partitioned}} */
  public static <T> Supplier<T> withPartitioning(Supplier<T> init, @Nullable String... names) {
    return boxed(init, new Partitioned("", Arrays.asList(names)));
  }

  /** {@return variables with the values instead of their boxes} */
  public static Variables unbox(Variables variables) {
    return variables.map(VariableBoxes::unboxed);
  }

  /**
   * {@return variables with the names of the axes instead of the values: a list for each, which is
   * empty where there was no box}
   */
  public static Variables partitionSpec(Variables variables) {
    return variables.map(Partitioning::names);
  }

  private static List<@Nullable String> names(Object value) {
    return switch (value) {
      case Partitioned(_, var names) -> names;
      case LogicallyPartitioned(_, var names, _) -> names;
      case Shard(var box, _, _) -> names(box);
      default -> List.of();
    };
  }
}
