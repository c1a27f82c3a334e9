/**
 * The values of JSON as files of models and tokenizers have them: with their places, for messages.
 *
 * {@snippet :
 * var config = JsonValue.read(Path.of("config.json"));
 * int size = config.get("hidden_size").integer();
 * }
 */
@NullMarked
package io.cambric.json;

import org.jspecify.annotations.NullMarked;
