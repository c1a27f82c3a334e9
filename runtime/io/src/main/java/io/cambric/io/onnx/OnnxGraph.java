package io.cambric.io.onnx;

import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import java.util.List;
import java.util.Map;

/**
 * A graph of an ONNX file; an immutable value.
 *
 * <p>Exporters fold layers into one another and rename weights. So look at the nodes that use a
 * weight, not only at its name. {@code MatMul} has kernels of shape {@code [in, out]}, {@code Gemm}
 * with {@code transB} has kernels of shape {@code [out, in]}.
 *
 * @param name of the graph
 * @param inputs the names of its arguments; old files repeat those of initializers here
 * @param outputs the names of its results
 * @param nodes in an order that allows evaluation
 * @param initializers the weights by name, in the order of the file
 * @param constants the values of {@code Constant} nodes, by the name of the node's result
 */
public record OnnxGraph(
    String name,
    List<String> inputs,
    List<String> outputs,
    List<OnnxNode> nodes,
    Map<String, OnnxTensor> initializers,
    Map<String, OnnxTensor> constants) {

  /**
   * {@return an initializer or constant}
   *
   * @throws DataException if neither has the name
   */
  public OnnxTensor tensor(String tensor) {
    var found = initializers.containsKey(tensor) ? initializers.get(tensor) : constants.get(tensor);
    if (found == null) {
      throw new DataException(
          "Graph %s has no tensor named %s among its %d initializers and %d constants. initializers() and constants() list them."
              .formatted(
                  Quoted.of(name), Quoted.of(tensor), initializers.size(), constants.size()));
    }
    return found;
  }

  /** {@return the name, and the number of nodes, initializers and other parts} */
  @Override
  public String toString() {
    return "%s: %d nodes, %d initializers, %d constants"
        .formatted(name, nodes.size(), initializers.size(), constants.size());
  }
}
