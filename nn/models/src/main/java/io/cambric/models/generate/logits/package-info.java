/**
 * Rules for logits before a token is chosen, one record each. They are pure functions that trace.
 * Their order and numbers match Transformers.
 */
@NullMarked
package io.cambric.models.generate.logits;

import org.jspecify.annotations.NullMarked;
