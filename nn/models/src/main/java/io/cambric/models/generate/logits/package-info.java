/**
 * What changes the logits before a token is chosen: one record a rule, all of them pure functions
 * that trace. Their order and their numbers are those of Transformers.
 */
@NullMarked
package io.cambric.models.generate.logits;

import org.jspecify.annotations.NullMarked;
