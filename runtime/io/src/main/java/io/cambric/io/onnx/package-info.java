/**
 * ONNX files: their weights, and the graphs whose nodes use them. Everybody may use it; it sees
 * arrays and files.
 *
 * {@snippet :
 * var model = OnnxModel.read(Path.of("model.onnx"));
 * NdArray kernel = model.graph().tensor("fc1.weight").array();
 * }
 */
@NullMarked
package io.cambric.io.onnx;

import org.jspecify.annotations.NullMarked;
