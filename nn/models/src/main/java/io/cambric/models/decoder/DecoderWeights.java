package io.cambric.models.decoder;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.io.NamedArrays;
import io.cambric.io.weight.WeightMap;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.tree.Trees;
import java.util.Objects;

/** Loading of weights of decoders. */
public final class DecoderWeights {

  private DecoderWeights() {}

  /** {@return the prefix that the names have: the given one, or none} */
  public static String prefix(NamedArrays weights, String prefix) {
    return weights.names().stream().anyMatch(name -> name.startsWith(prefix)) ? prefix : "";
  }

  /**
   * {@return the variables of a decoder}
   *
   * @param map from names to variables
   * @param table the name of the table of tokens, whose dtype the variables have
   * @throws io.cambric.errors.DataException listing all names, shapes and dtypes that do not fit
   */
  public static <M extends Module<M> & CausalLm> Variables load(
      NamedArrays weights, WeightMap map, M model, String table) {
    var dtype = weights.names().contains(table) ? weights.aval(table).dtype() : DType.F32;
    var shapes =
        Transforms.evalShape(
            (Array tokens) -> model.init(Key.of(0), (M m) -> m.call(tokens)),
            Numpy.zeros(Shape.of(1, 1), DType.I32));
    var targets = Trees.map(shapes, (ShapedArray each) -> each.withDType(dtype));
    return (Variables) map.casting().load(weights, Objects.requireNonNull(targets));
  }
}
