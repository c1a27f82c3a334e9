/**
 * ONNX files: their weights, and the graphs that tell which layer a weight belongs to. Everybody
 * may use it; it sees arrays and files.
 *
 * {@snippet :
 * var model = OnnxModel.read(Path.of("model.onnx"));
 * NdArray kernel = model.graph().tensor("fc1.weight").array();
 * }
 */
@NullMarked
package io.cambric.io.onnx;

import org.jspecify.annotations.NullMarked;
