// What a session or a notebook with Cambric imports.
import static io.cambric.module.ApplyOptions.*; // mutable, rng, captureIntermediates
import static io.cambric.module.ModuleScope.*; // param, variable, makeRng, sow
import static io.cambric.numpy.Activations.*; // relu, softmax ...
import static io.cambric.numpy.Numpy.*; // arrays and their functions
import static io.cambric.optax.Optax.*; // adam, applyUpdates ...
import static io.cambric.transform.Transforms.*; // jit, grad, vmap ...

import io.cambric.array.*; // Shape, DType
import io.cambric.core.Array;
import io.cambric.data.*; // Dataset, Csv
import io.cambric.module.*; // Modules
import io.cambric.nn.*; // layers, such as Dense
import io.cambric.nn.summary.Summary;
import io.cambric.nn.training.*; // Training, Metrics, TrainState
import io.cambric.numpy.*; // Key, Initializers
import io.cambric.numpy.Random; // not java.util.Random
import io.cambric.optax.*; // Losses
import io.cambric.optax.base.OptState;
import io.cambric.optax.schedule.*;
import io.cambric.scope.*; // Variables, Params
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
