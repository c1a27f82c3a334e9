package io.cambric.scope;

/**
 * The variables that a transformation takes from the scopes outside of a lifted function.
 *
 * @param transformation its name, shown in the path, as in {@code vmap(Dense_0)}
 * @param collections that go in
 * @param written collections that come out
 * @param streams random streams that go in
 */
public record LiftedFrom(
    String transformation,
    CollectionFilter collections,
    CollectionFilter written,
    CollectionFilter streams) {}
