package io.cambric.nn.serving;

/**
 * The answer to one request.
 *
 * @param output without the axis of the batch; its arrays share no memory with other answers
 * @param version of the model that gave the whole answer
 * @param <O> a pytree of arrays
 */
public record Prediction<O>(O output, String version) {}
