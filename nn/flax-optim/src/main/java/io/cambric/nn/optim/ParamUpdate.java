package io.cambric.nn.optim;

import io.cambric.core.Array;

/**
 * The result of a step for one parameter.
 *
 * @param param its next value
 * @param state its next state
 * @param <S> the state
 * @deprecated use {@link io.cambric.optax.base.Updated}
 */
@Deprecated(since = "0.1.0")
public record ParamUpdate<S>(Array param, S state) {}
