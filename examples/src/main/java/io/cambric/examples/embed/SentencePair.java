package io.cambric.examples.embed;

/**
 * Two texts that belong together.
 *
 * @param query such as a question
 * @param target such as the title of the page that answers it
 */
record SentencePair(String query, String target) {}
