package io.cambric.models.pretrained;

import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.io.NamedArrays;
import io.cambric.numpy.Numpy;

/**
 * Weights that are copies of others in most files. As in Transformers, values decide: weights with
 * other values are no copies, even if the configuration says so.
 */
public final class TiedWeights {

  private TiedWeights() {}

  /**
   * {@return the weights without a copy of another weight}
   *
   * <p>It stays if it has other values. Traced arrays have none yet, so that only the same array is
   * a copy then.
   */
  public static NamedArrays withoutCopy(NamedArrays weights, String name, String copy) {
    return isCopy(weights, name, copy) ? weights.filter(each -> !each.equals(copy)) : weights;
  }

  /**
   * Checks that weights are copies where a model has one table only.
   *
   * @throws DataException naming the first that is not
   */
  public static void requireCopies(NamedArrays weights, String name, String... copies) {
    for (var copy : copies) {
      if (weights.names().contains(name)
          && weights.names().contains(copy)
          && weights.get(copy) instanceof NdArray
          && !isCopy(weights, name, copy)) {
        throw new DataException(
            "Encoder and decoder need the same embedding, but %s differs from %s. Leave out one of them if it is not trained."
                .formatted(copy, name));
      }
    }
  }

  private static boolean isCopy(NamedArrays weights, String name, String copy) {
    if (!weights.names().contains(name) || !weights.names().contains(copy)) {
      return false;
    }
    if (!weights.aval(name).equals(weights.aval(copy))) {
      return false;
    }
    var one = weights.get(name);
    var other = weights.get(copy);
    return one == other
        || (one instanceof NdArray
            && other instanceof NdArray
            && Numpy.arrayEqual(one, other).item() != 0);
  }
}
