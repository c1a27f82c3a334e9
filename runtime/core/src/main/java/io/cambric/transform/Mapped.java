package io.cambric.transform;

import io.cambric.transform.function.Fn;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A function mapped over axes of its arguments, with the options of {@code vmap} and {@code pmap}.
 * Immutable: an option returns another function.
 *
 * {@snippet :
 * var dots = vmap((x, y) -> x.mul(y).sum()).inAxes(0, null).axisName("batch");
 * }
 *
 * @param <S> the typed subclass
 */
public abstract class Mapped<S extends Mapped<S>> extends Transformed {

  private final MapOptions options;
  private final Fn<List<@Nullable Object>, ?> mapped;

  Mapped(Mapping mapping, Object original, Fn<List<Object>, ?> function, MapOptions options) {
    super(original);
    this.options = options;
    this.mapped = mapping.map(original, function, options);
  }

  /** {@return this function with other options} */
  abstract S with(MapOptions options);

  /** {@return this function mapped over these axes, one tree for each argument} */
  final S mapping(List<@Nullable Object> inAxes) {
    return with(options.withInAxes(inAxes));
  }

  /**
   * {@return this function with these axes for stacked results; {@code null} marks results that all
   * lanes share}
   *
   * @param axes an axis, or a tree of axes that is a prefix of the result
   */
  public final S outAxes(@Nullable Object axes) {
    return with(options.withOutAxes(axes));
  }

  /** {@return this function with a name of the mapped axis, for collectives} */
  public final S axisName(String name) {
    return with(options.withAxisName(Objects.requireNonNull(name)));
  }

  /** {@return this function with a number of lanes, for functions without mapped arguments} */
  public final S axisSize(int size) {
    return with(options.withAxisSize(size));
  }

  @SuppressWarnings("unchecked") // the function's own type
  final <R> R call(List<@Nullable Object> arguments) {
    return (R) mapped.apply(arguments);
  }
}
