package io.cambric.nn.serving;

import io.cambric.transform.function.Fn;
import java.util.Objects;

/**
 * A version of a model that answers requests.
 *
 * <p>The function takes a batch and returns a batch: each leaf has the axis of the batch in front.
 * An answer must depend on its own row alone, as rows of other requests and of padding are next to
 * it. The batch is deleted when its answers are out: a function that keeps it keeps a copy. A
 * jitted function is traced once for each size of {@link ServingOptions#buckets}. One that takes
 * the variables as an argument is shared by all versions, so that a new one compiles nothing.
 *
 * {@snippet :
 * var forward = jit((Variables v, Array images) -> net.apply(v, images));
 * var first = ServedModel.of("v1", (Array images) -> forward.apply(trained, images), oneImage);
 * var second = ServedModel.of("v2", (Array images) -> forward.apply(better, images), oneImage);
 * }
 *
 * @param version the name that answers carry
 * @param function from a batch of requests to a batch of answers
 * @param example one request, without the axis of the batch; its structure, shapes and dtypes are
 *     those of all requests
 * @param <I> one request and a batch of them, a pytree of arrays
 * @param <O> one answer and a batch of them, a pytree of arrays
 */
public record ServedModel<I, O>(String version, Fn<I, O> function, I example) {

  /** Requires all three. */
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
