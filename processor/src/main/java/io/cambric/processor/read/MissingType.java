package io.cambric.processor.read;

import javax.lang.model.element.Element;

/**
 * A type that is neither on the class path nor generated from a definition of this processing
 * round.
 *
 * @param text the type as the source spells it
 * @param user the element that uses it
 */
public record MissingType(String text, Element user) {}
