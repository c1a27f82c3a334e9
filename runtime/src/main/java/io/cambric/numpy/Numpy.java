package io.cambric.numpy;

/**
 * The functions of {@code jax.numpy} with their names in camel case: they broadcast, promote dtypes
 * as {@link Promotion} says, and count negative axes from the last.
 *
 * <p>The functions stand in the classes that this one extends, one for each topic.
 *
 * {@snippet :
 * import static io.cambric.numpy.Numpy.*;
 *
 * Array weights = where(mask, logits, -1e9);
 * Array scores = einsum("bqd,bkd->bqk", query, key);
 * Array centred = subtract(x, mean(x, Axes.of(-1), true));
 * }
 *
 * @see <a href="https://docs.jax.dev/en/latest/jax.numpy.html">jax.numpy</a>
 */
public final class Numpy extends SizedFunctions {

  private Numpy() {}
}
