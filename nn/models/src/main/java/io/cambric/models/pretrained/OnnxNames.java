package io.cambric.models.pretrained;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.io.NamedArrays;
import io.cambric.io.onnx.OnnxGraph;
import io.cambric.io.onnx.OnnxNode;
import io.cambric.io.onnx.OnnxTensor;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The weights of an ONNX graph under PyTorch's names. Exporters transpose the matrices of linear
 * layers and take their names away. The bias that is added to a product kept its own, so it names
 * the matrix, too.
 */
public final class OnnxNames {

  private static final String BIAS = ".bias";

  private OnnxNames() {}

  /**
   * {@return the weights of a graph; matrices of linear layers have their inputs first}
   *
   * <p>Elements are read when they are asked for.
   */
  public static NamedArrays of(OnnxGraph graph) {
    var names = new HashMap<String, String>();
    var products = new HashMap<String, String>();
    for (var node : graph.nodes()) {
      if (node.operator().equals("MatMul") && isWeight(graph, node, 1)) {
        products.put(node.outputs().getFirst(), node.inputs().get(1));
      } else if (node.operator().equals("Add")) {
        bias(graph, node, products, names);
      }
    }
    var tensors = new LinkedHashMap<String, OnnxTensor>();
    graph
        .initializers()
        .forEach((name, tensor) -> tensors.put(names.getOrDefault(name, name), tensor));
    return new Tensors(tensors);
  }

  private static void bias(
      OnnxGraph graph, OnnxNode add, Map<String, String> products, Map<String, String> names) {
    for (int i = 0; i < 2; i++) {
      var bias = add.inputs().get(i);
      var matrix = products.get(add.inputs().get(1 - i));
      if (matrix != null && isWeight(graph, add, i) && bias.endsWith(BIAS)) {
        names.put(matrix, bias.substring(0, bias.length() - BIAS.length()) + ".weight");
      }
    }
  }

  private static boolean isWeight(OnnxGraph graph, OnnxNode node, int input) {
    return node.inputs().size() > input
        && graph.initializers().containsKey(node.inputs().get(input));
  }

  /** Tensors by their new names. */
  private record Tensors(Map<String, OnnxTensor> tensors) implements NamedArrays {

    @Override
    public Set<String> names() {
      return Collections.unmodifiableSet(tensors.keySet());
    }

    @Override
    public ShapedArray aval(String name) {
      var tensor = tensor(name);
      var dtype =
          tensor
              .type()
              .dtype()
              .orElseThrow(() ->
                  new DataException(
                      "Weight %s has the type %s, which Cambric cannot compute with. Export the model in single precision."
                          .formatted(Quoted.of(name), tensor.type())));
      return new ShapedArray(tensor.shape(), dtype);
    }

    @Override
    public Array get(String name) {
      return tensor(name).array();
    }

    private OnnxTensor tensor(String name) {
      var tensor = tensors.get(name);
      if (tensor == null) {
        throw new DataException(
            "There is no weight named %s among the %d weights. names() lists them."
                .formatted(Quoted.of(name), tensors.size()));
      }
      return tensor;
    }
  }
}
