// Command worker sends the receipts of paid orders.
package main

import (
	"log"
	"time"
)

const pollEvery = 5 * time.Second

type order struct {
	id    string
	email string
	total string
}

func main() {
	for {
		orders, err := pending()
		if err != nil {
			log.Print(err)
			time.Sleep(pollEvery)
			continue
		}
		for _, o := range orders {
			if err := sendReceipt(o); err != nil {
				log.Print(err)
				continue
			}
			if err := markSent(o); err != nil {
				log.Print(err)
				continue
			}
			log.Printf("receipt for %s sent", o.id)
		}
		time.Sleep(pollEvery)
	}
}

func pending() ([]order, error) {
	return nil, nil
}

func sendReceipt(o order) error {
	return nil
}

func markSent(o order) error {
	return nil
}
