package io.cambric.conformance.interop;

import io.cambric.array.Axes;
import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.io.onnx.OnnxGraph;
import io.cambric.io.onnx.OnnxNode;
import io.cambric.io.onnx.OnnxTensor;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** One evaluation of a graph, node by node, with the operators that the cases use. */
final class GraphRun {

  private final Map<String, Array> values = new HashMap<>();

  private GraphRun() {}

  /** {@return the values of all names, given those of the inputs} */
  static Map<String, Array> outputs(OnnxGraph graph, Map<String, Array> inputs) {
    var run = new GraphRun();
    graph.initializers().values().forEach(run::addTensor);
    graph.constants().forEach((name, tensor) -> run.values.put(name, tensor.array()));
    run.values.putAll(inputs);
    for (var node : graph.nodes()) {
      if (!node.operator().equals("Constant")) {
        run.values.put(node.outputs().getFirst(), run.value(node));
      }
    }
    return run.values;
  }

  private void addTensor(OnnxTensor tensor) {
    if (tensor.type().dtype().isPresent()) {
      values.put(tensor.name(), tensor.array());
    }
  }

  private Array value(OnnxNode node) {
    var x = input(node, 0);
    return switch (node.operator()) {
      case "Identity" -> x;
      case "Add" -> Numpy.add(x, input(node, 1));
      case "Mul" -> Numpy.multiply(x, input(node, 1));
      case "MatMul" -> Numpy.matmul(x, input(node, 1));
      case "Relu" -> Activations.relu(x);
      case "Softmax" -> Activations.softmax(x, integer(node, "axis", -1));
      case "Gemm" -> gemm(node, x);
      case "Conv" -> conv(node, x);
      case "BatchNormalization" -> batchNormalization(node, x);
      case "MaxPool" -> maxPool(node, x);
      case "GlobalAveragePool" -> Numpy.mean(x, Axes.of(2, 3), true);
      case "Flatten" -> Numpy.reshape(x, x.shape().dim(0), -1);
      case "Reshape" -> Numpy.reshape(x, dims((NdArray) input(node, 1)));
      default -> throw new UnsupportedFeature("onnx-operator:" + node.operator());
    };
  }

  private Array gemm(OnnxNode node, Array x) {
    var left = integer(node, "transA", 0) == 1 ? Numpy.transpose(x) : x;
    var right = input(node, 1);
    right = integer(node, "transB", 0) == 1 ? Numpy.transpose(right) : right;
    var product = Numpy.matmul(left, right).mul(number(node, "alpha", 1));
    return Numpy.add(product, input(node, 2).mul(number(node, "beta", 1)));
  }

  private Array conv(OnnxNode node, Array x) {
    var product =
        Lax.convGeneralDilated(
            x,
            input(node, 1),
            axes(node, "strides"),
            padding(node),
            Axes.of(1, 1),
            axes(node, "dilations"),
            ConvDims.of("NCHW", "OIHW", "NCHW"),
            integer(node, "group", 1),
            1);
    return Numpy.add(product, channels(input(node, 2)));
  }

  private Array batchNormalization(OnnxNode node, Array x) {
    var variance = channels(input(node, 4)).add(number(node, "epsilon", 1e-5f));
    var normal = Numpy.divide(Numpy.subtract(x, channels(input(node, 3))), Numpy.sqrt(variance));
    return Numpy.add(Numpy.multiply(normal, channels(input(node, 1))), channels(input(node, 2)));
  }

  private static Array maxPool(OnnxNode node, Array x) {
    var images = Axes.of(1, 1);
    return Lax.reduceWindowMax(
        x,
        images.concat(axes(node, "kernel_shape")),
        images.concat(axes(node, "strides")),
        Padding.of(Axes.of(0, 0, 0, 0), Axes.of(0, 0, 0, 0)),
        Axes.filled(4, 1),
        Axes.filled(4, 1));
  }

  /** {@return a vector over channels, for images of channels first} */
  private static Array channels(Array x) {
    return Numpy.reshape(x, -1, 1, 1);
  }

  /** {@return the paddings, of which ONNX has first all that come before the image} */
  private static Padding padding(OnnxNode node) {
    var pads = integers(node, "pads", List.of(0L, 0L, 0L, 0L));
    return Padding.of(
        Axes.of(pads.get(0).intValue(), pads.get(1).intValue()),
        Axes.of(pads.get(2).intValue(), pads.get(3).intValue()));
  }

  private static Axes axes(OnnxNode node, String attribute) {
    var values = integers(node, attribute, List.of(1L, 1L));
    return Axes.of(values.stream().mapToInt(Long::intValue).toArray());
  }

  private static List<Long> integers(OnnxNode node, String attribute, List<Long> absent) {
    return node.attribute(attribute, List.class)
        .map(list -> ((List<?>) list).stream().map(Long.class::cast).toList())
        .orElse(absent);
  }

  private static int integer(OnnxNode node, String attribute, int absent) {
    return node.attribute(attribute, Long.class).map(Long::intValue).orElse(absent);
  }

  private static double number(OnnxNode node, String attribute, float absent) {
    return node.attribute(attribute, Float.class).orElse(absent);
  }

  private static int[] dims(NdArray values) {
    return IntStream.range(0, values.size()).map(i -> (int) values.getLong(i)).toArray();
  }

  private Array input(OnnxNode node, int i) {
    var value = values.get(node.inputs().get(i));
    if (value == null) {
      throw new IllegalStateException("no value " + node.inputs().get(i));
    }
    return value;
  }
}
