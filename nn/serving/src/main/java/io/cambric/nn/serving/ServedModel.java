package io.cambric.nn.serving;

import io.cambric.transform.function.Fn;
import java.util.Objects;

/**
 * A version of a model that answers requests.
 *
 * <p>The function takes a batch and returns a batch: each leaf has the axis of the batch in front.
 * An answer must depend only on its own row, because the batch also has rows of other requests and
 * of padding. The batch is deleted after its answers are returned, so a function must copy the
 * arrays it keeps. A jitted function is traced once for each size of {@link
 * ServingOptions#buckets}. If the function takes the variables as an argument, all versions share
 * it, and a new version compiles nothing.
 *
 * {@snippet :
 * var forward = jit((Variables v, Array images) -> net.apply(v, images));
 * var first = ServedModel.of("v1", (Array images) -> forward.apply(trained, images), oneImage);
 * var second = ServedModel.of("v2", (Array images) -> forward.apply(better, images), oneImage);
 * }
 *
 * @param version the name that answers carry
 * @param function from a batch of requests to a batch of answers
 * @param example one request, without the axis of the batch; all requests have its structure,
 *     shapes and dtypes
 * @param <I> one request and a batch of them, a pytree of arrays
 * @param <O> one answer and a batch of them, a pytree of arrays
 */
public record ServedModel<I, O>(String version, Fn<I, O> function, I example) {

  /** Requires all three components. */
  public ServedModel {
    Objects.requireNonNull(version);
    Objects.requireNonNull(function);
    Objects.requireNonNull(example);
  }

  /** {@return a version of a model} */
  public static <I, O> ServedModel<I, O> of(String version, Fn<I, O> function, I example) {
    return new ServedModel<>(version, function, example);
  }
}
