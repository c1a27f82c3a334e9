package io.cambric.nn.optim;

import io.cambric.core.Array;
import java.util.Map;

/**
 * The result of a step of an {@link OptimizerDef}.
 *
 * @param params the next parameters by path
 * @param state the next state
 * @deprecated use {@link io.cambric.optax.base.Updated}
 */
@Deprecated(since = "0.1.0")
public record AppliedGradient(Map<String, Array> params, OptimizerState state) {}
