package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.OutputAndSizes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of one example without padding, applied to padded arrays and their lengths. Immutable:
 * an option returns another function.
 *
 * {@snippet :
 * var means = vmap(ragged(x -> x.mean()));
 * means.apply(lengths, batch); // [b] lengths, [b, most] elements
 * }
 *
 * @param <S> the typed subclass
 */
public abstract class Unpadded<S extends Unpadded<S>> extends Transformed {

  private final Fn<List<Object>, ?> function;
  private final RaggedOptions options;

  Unpadded(Object original, Fn<List<Object>, ?> function, RaggedOptions options) {
    super(original);
    this.function = function;
    this.options = options;
  }

  /** {@return this function with other options} */
  abstract S with(RaggedOptions options);

  /** {@return this function with these ragged axes, one tree for each argument} */
  final S along(List<@Nullable Object> axes) {
    return with(new RaggedOptions(axes));
  }

  @SuppressWarnings("unchecked") // the function's own type
  final <R> R call(Array lengths, List<@Nullable Object> arguments) {
    return ((OutputAndSizes<R>) callWithSizes(lengths, arguments)).output();
  }

  @SuppressWarnings("unchecked") // the function's own type
  final <R> OutputAndSizes<R> callWithSizes(Array lengths, List<@Nullable Object> arguments) {
    return RaggedArguments.call((Fn<List<Object>, R>) function, options, lengths, arguments);
  }
}
