package io.cambric.conformance.interop;

import io.cambric.core.Array;
import java.util.Map;

/** A layer of PyTorch, built from layers of Cambric and a table of names. */
@FunctionalInterface
interface TorchLayer {

  /** {@return the outputs by name; the first is {@code output}} */
  Map<String, Array> call(TorchCall call);
}
