/** Files of arrays: safetensors, npy, checkpoints, ONNX, events, and states as Flax writes them. */
// The compiler does not see the module that an export names.
@SuppressWarnings("module")
module io.cambric.io {
  requires transitive io.cambric.core;
  requires static transitive org.jspecify;
  requires tools.jackson.core;

  exports io.cambric.io;
  exports io.cambric.io.checkpoint;
  // Decompression, for the artifacts of this project.
  exports io.cambric.io.compression to
      io.cambric.data,
      io.cambric.frameworks;
  exports io.cambric.io.event;
  exports io.cambric.io.image;
  exports io.cambric.io.iterator;
  exports io.cambric.io.npy;
  exports io.cambric.io.onnx;
  // The wire format, for the artifacts of this project.
  exports io.cambric.io.protobuf to
      io.cambric.frameworks;
  exports io.cambric.io.safetensors;
  // Models in several files, for the artifacts of this project.
  exports io.cambric.io.safetensors.shard to
      io.cambric.frameworks;
  exports io.cambric.io.weight;
  exports io.cambric.serialization;
}
