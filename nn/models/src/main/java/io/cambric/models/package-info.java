/**
 * The folders that Hugging Face's libraries write: a configuration, weights, and settings. The
 * packages below have a model each and build on it.
 */
@NullMarked
package io.cambric.models;

import org.jspecify.annotations.NullMarked;
