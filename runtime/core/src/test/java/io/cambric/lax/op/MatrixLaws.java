package io.cambric.lax.op;

import static io.cambric.lax.op.Arg.dominant;
import static io.cambric.lax.op.Arg.ints;
import static io.cambric.lax.op.Arg.normal;

import io.cambric.lax.linalg.Cholesky;
import io.cambric.lax.linalg.Eigh;
import io.cambric.lax.linalg.Geqrf;
import io.cambric.lax.linalg.LinearSolve;
import io.cambric.lax.linalg.Lu;
import io.cambric.lax.linalg.LuPivotsToPermutation;
import io.cambric.lax.linalg.Qr;
import io.cambric.lax.linalg.Svd;
import io.cambric.lax.linalg.TriangularSolve;
import java.util.ArrayList;
import java.util.List;

/** The rows of factorisations and solutions of linear equations. */
final class MatrixLaws {

  private MatrixLaws() {}

  static List<Law> all() {
    var laws =
        new ArrayList<>(
            List.of(
                Law.of(new Cholesky(), dominant(3, 3)),
                Law.of(new Cholesky(), dominant(2, 4, 4)),
                Law.of(new Lu(), normal(2, 3, 3)),
                Law.of(new Lu(), normal(4, 2)),
                Law.of(new Lu(), normal(2, 4)),
                Law.of(new LuPivotsToPermutation(4), ints(3, 4, 2, 3)),
                Law.of(new LinearSolve(), dominant(3, 3), normal(3, 2)),
                Law.of(new LinearSolve(), dominant(2, 3, 3), normal(2, 3, 1)),
                Law.of(new Qr(false, false), dominant(3, 3)),
                Law.of(new Qr(false, false), normal(2, 4, 3)),
                Law.of(new Qr(false, false), normal(2, 3)),
                Law.of(new Qr(true, false), normal(4, 2)),
                Law.of(new Qr(true, false), normal(2, 3)),
                Law.of(new Qr(false, true), dominant(3, 3)),
                Law.of(new Qr(false, true), normal(2, 4, 3)),
                Law.of(new Qr(false, true), normal(2, 4)),
                Law.of(new Qr(true, true), normal(4, 2)),
                Law.of(new Geqrf(), normal(2, 4, 3)).withoutDerivative("as in JAX"),
                Law.of(new Eigh(true), dominant(3, 3)),
                Law.of(new Eigh(true), dominant(2, 4, 4)),
                Law.of(new Svd(false, true), dominant(3, 3)),
                Law.of(new Svd(true, true), dominant(3, 3)),
                Law.of(new Svd(false, true), normal(2, 4, 2)),
                Law.of(new Svd(false, true), normal(2, 4)),
                Law.of(new Svd(false, false), normal(2, 3, 2)),
                Law.of(new Svd(true, false), normal(2, 3)),
                Law.of(new Svd(true, true), normal(2, 3))
                    .withoutDerivative("the completion of a basis is not unique")));
    for (boolean lower : new boolean[] {false, true}) {
      for (boolean transposed : new boolean[] {false, true}) {
        for (boolean unit : new boolean[] {false, true}) {
          laws.add(
              Law.of(
                  new TriangularSolve(true, lower, transposed, unit),
                  dominant(3, 3),
                  normal(3, 2)));
          laws.add(
              Law.of(
                  new TriangularSolve(false, lower, transposed, unit),
                  dominant(2, 3, 3),
                  normal(2, 2, 3)));
        }
      }
    }
    return laws;
  }
}
